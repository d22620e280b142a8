#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does an ordinary project build with heddle as its compiler, and nothing else changed?

    build_test.py HEDDLE SYSTEM COMPILER HOW

SYSTEM is cmake, autotools or meson; COMPILER one of C, as for HEDDLE_CC.  HOW is `words` (CC="heddle cc") or
`name` (CC=heddle-cc).  The project has a shared library, a static one, an executable and a test, which must
pass by itself; every module must be instrumented.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT_S = 240

STEPS = {
    "cmake": [["cmake", "-S", ".", "-B", "build", "-G", "Ninja"], ["cmake", "--build", "build", "-v", "-j2"],
              ["ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error"]],
    "autotools": [["autoreconf", "--install"], ["./configure"], ["make", "-j2", "V=1"], ["make", "check", "V=1"]],
    "meson": [["meson", "setup", "build"], ["meson", "compile", "-C", "build", "-v"],
              ["meson", "test", "-C", "build", "--print-errorlogs"]],
}


def run(command, folder, environment):
    done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_S, check=False)
    print(f"$ {' '.join(command)}\n{done.stdout}")
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}")


def environment_for(heddle, compiler, how):
    """Only what a user would set, too."""
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS", "DESTDIR")}
    separator = " " if how == "words" else "-"
    environment.update(CC=f"{heddle}{separator}cc", CXX=f"{heddle}{separator}c++", HEDDLE_CC=compiler,
                       HEDDLE_CXX=re.sub(r"gcc(?=[^/]*$)", "g++", re.sub(r"clang(?=[^/]*$)", "clang++", compiler)))
    return environment


def modules(folder):
    """The executable and the shared library that the project consists of."""
    for name in ("sum", "libstack.so"):
        places = [os.path.join(folder, place, name) for place in (".libs", "build")]
        yield next(filter(os.path.exists, places), None) or sys.exit(f"{name} was not built")


def check_module(path):
    symbols = subprocess.run(["nm", path], check=True, capture_output=True, text=True).stdout
    libraries = subprocess.run(["readelf", "-dW", path], check=True, capture_output=True, text=True).stdout
    for name in ("__tsan_func_entry", "heddle_rt_connect"):
        if name not in symbols:
            yield f"{path} has no {name}"
    if re.search(r"NEEDED.*(tsan|heddle)", libraries):
        yield f"{path} needs a library that it should not"


def check_code(path):
    """That the code of the project, and not only the linked archive, calls the hooks."""
    code = subprocess.run(["objdump", "-d", path], check=True, capture_output=True, text=True).stdout
    if len(re.findall(r"call\s.*<__tsan_func_entry", code)) < 2:
        yield f"{path} is not instrumented"


def main(heddle, system, compiler, how):
    with tempfile.TemporaryDirectory(prefix=f"heddle-{system}-") as folder:
        project = os.path.join(folder, "project")
        shutil.copytree(os.path.join(HERE, system), project)
        shutil.copytree(os.path.join(HERE, "sources"), project, dirs_exist_ok=True)
        os.makedirs(os.path.join(project, "m4"), exist_ok=True)
        environment = environment_for(os.path.abspath(heddle), compiler, how)
        for step in STEPS[system]:
            run(step, project, environment)
        problems = []
        for path in modules(project):
            problems += [*check_module(path), *check_code(path)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[2] not in STEPS:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

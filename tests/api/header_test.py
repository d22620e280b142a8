#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does heddle.h work however a program is compiled and linked?

    header_test.py HEDDLE INCLUDE_DIRECTORY

Builds api.c in every way that the machine has tools for, without warnings.  By itself it must end with 0,
and make no step of any kind; under heddle it must have the executions that it should.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "api.c")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wundef", "-Werror"]
EXPECTED = {"verdict": "clean", "executions": 5, "pruned": 1}
TIMEOUT_S = 60

LANGUAGES = [("c", "c99"), ("c", "gnu99"), ("c", "c11"), ("c", "c17"), ("c++", "c++11"), ("c++", "c++20")]
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
LINKS = [[], ["-no-pie", "-fno-pie"], ["-static"], ["-flto"], ["-flto", "-no-pie", "-fno-pie"]]


def compilers():
    """(name, of C, of C++) of those that are there."""
    for names in (("gcc", "g++"), ("clang", "clang++")):
        if all(map(shutil.which, names)):
            yield names


def linkers(compiler, flags):
    """The linker's own default, and those that can be asked for by name."""
    yield []
    for name in ("bfd", "gold", "lld"):
        # lld cannot read what gcc leaves for link-time optimisation.
        if shutil.which(f"ld.{name}") and not (name == "lld" and compiler == "gcc" and "-flto" in flags):
            yield [f"-fuse-ld={name}"]


def ways():
    """Command lines: every standard, every level, and every link with every linker; not all of their products."""
    for c, cxx in compilers():
        for language, standard in LANGUAGES:
            yield [c if language == "c" else cxx, "-x", language, f"-std={standard}", "-O1"]
        for level in LEVELS:
            yield [c, "-std=c99", level]
        for link in LINKS:
            for linker in linkers(c, link):
                yield [c, "-std=c99", "-O2", *link, *linker]
        yield [c, "-std=c99", "-O2", "-masm=intel"]
        yield [cxx, "-x", "c++", "-std=c++20", "-O2", "-flto"]
        yield [c, "-std=c99", "-O2", "-ffunction-sections", "-Wl,--gc-sections"]


def call(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, timeout=TIMEOUT_S, capture_output=True, text=True,
                          check=False)


def hooks_of(program):
    """The runtime's functions that the dynamic linker will look for, and how it will bind them."""
    lines = call(["readelf", "-W", "--dyn-syms", program]).stdout.splitlines()
    return {line.split()[7].split("@")[0]: line.split()[4] for line in lines if "heddle_rt_" in line}


def check_under_heddle(heddle, program, folder):
    report = os.path.join(folder, "report.json")
    done = call([heddle, "run", "--json", report, "--out", os.path.join(folder, "out"), program])
    if done.returncode != 0:
        yield f"heddle run: status {done.returncode}\n{done.stdout}{done.stderr}"
        return
    with open(report, encoding="utf-8") as file:
        said = json.load(file)
    for key, value in EXPECTED.items():
        if said.get(key) != value:
            yield f"{key} {said.get(key)}, expected {value}"


def check(heddle, include, way, folder):
    program = os.path.join(folder, "api")
    built = call([*way, *WARNINGS, f"-I{include}", SOURCE, "-o", program])
    if built.returncode != 0 or built.stderr:
        yield f"does not compile without a word\n{built.stderr}"
        return
    alone = call([program])
    if alone.returncode != 0:
        yield f"by itself: status {alone.returncode}"
    if "-static" in way:
        return
    hooks = hooks_of(program)
    if len(hooks) != 9 or set(hooks.values()) != {"WEAK"}:
        yield f"expected nine weak symbols to be looked for, not {hooks}"
    yield from check_under_heddle(heddle, program, folder)


def check_other_processors(include, folder):
    """The part of the header for other processors, which at least compiles here."""
    for compiler, language, standard in (("gcc", "c", "c99"), ("g++", "c++", "c++11"), ("clang", "c", "c99"),
                                         ("clang++", "c++", "c++20")):
        if shutil.which(compiler):
            way = [compiler, "-x", language, f"-std={standard}", "-U__LP64__", "-O1"]
            program = os.path.join(folder, "other")
            built = call([*way, *WARNINGS, f"-I{include}", SOURCE, "-o", program])
            if built.returncode != 0 or built.stderr:
                yield f"{' '.join(way)}: {built.stderr}"
            elif call([program]).returncode != 0:
                yield f"{' '.join(way)}: fails by itself"


def main(heddle, include):
    failed = False
    with tempfile.TemporaryDirectory(prefix="heddle-api-") as folder:
        for way in ways():
            wrong = list(check(heddle, include, way, folder))
            print(f"{' '.join(way)}: {'; '.join(wrong) or 'as expected'}")
            failed |= bool(wrong)
        for line in check_other_processors(include, folder):
            print(line)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))

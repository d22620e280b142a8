# SPDX-License-Identifier: Apache-2.0
"""The programs of tests/programs, compiled as they say, plainly or by heddle cc."""
import glob
import os
import re
import shlex
import subprocess
import sys

from measure import HERE

TESTS = os.path.join(HERE, os.pardir, "tests")
sys.path.insert(0, TESTS)
from run_program import directives, options_of, without  # noqa: E402  pylint: disable=wrong-import-position

PROGRAMS = os.path.join(TESTS, "programs")
# What a run says of itself that decides which schedules are run, and how.
DECIDES = ("--preemptions", "--reduction", "--strategy", "--bug-depth", "--seed", "--delays", "--executions", "--reset",
           "--depth", "--csb")


class Tested:
    """One of them."""

    def __init__(self, source):
        self.source = source
        self.name = os.path.splitext(os.path.relpath(source, PROGRAMS))[0]
        with open(source, encoding="utf-8") as file:
            self.says = re.findall(r"^// (BUILD|FLAGS|LIBRARY|PLAIN_LIBRARY|PLAIN_OBJECT): +(.*?) *$", file.read(), re.M)
        self.is_seen = ("BUILD", "heddle") in self.says

    def run(self):
        """Options that the program needs, its arguments, and what it reads: those of its last run."""
        runs, stdin = directives(self.source)
        words = without(options_of(runs[-1][0], self.source), *DECIDES)
        at = words.index("%t")
        return words[:at], words[at + 1:], stdin

    def compile(self, heddle, folder, seen):
        """By heddle cc or not; None if that cannot be."""
        program = os.path.join(folder, self.name.replace("/", "-") + ("-seen" if seen else "-plain"))
        compilers = {".c": (["gcc", "-std=gnu17"], [heddle, "cc", "-std=gnu17"]),
                     ".cc": (["g++", "-std=c++20"], [heddle, "c++", "-std=c++20"])}
        flags = ["-O1"]
        parts = []
        for word, value in self.says:
            if word == "FLAGS":
                flags = shlex.split(value)
            elif word != "BUILD":
                parts.append(self._compile_part(word, value, program, compilers[".c"][seen and word == "LIBRARY"]))
        words = [*compilers[os.path.splitext(self.source)[1]][seen], "-w", "-g", "-pthread", "-I",
                 os.path.join(HERE, os.pardir, "include"), self.source, "-o", program, *flags, *parts]
        done = subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return program if done.returncode == 0 else None

    def _compile_part(self, word, value, program, compiler):
        is_object = word == "PLAIN_OBJECT"
        part = "%s.%s.%s" % (program, os.path.basename(value), "o" if is_object else "so")
        subprocess.run([*compiler, "-g", "-O1", "-fPIC", "-pthread", "-c" if is_object else "-shared",
                        os.path.join(os.path.dirname(self.source), value), "-o", part], check=True)
        return part


def tested_programs():
    found = glob.glob(os.path.join(PROGRAMS, "*", "*.c")) + glob.glob(os.path.join(PROGRAMS, "*", "*.cc"))
    return [Tested(source) for source in sorted(found)]

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instrumented code that leaves functions by exceptions and jumps, ends threads, runs on other stacks
and in signal handlers is as clean as it is, and a race after all that is found.

    ways_test.py HEDDLE [unittest's arguments…]
"""
import re

from instrumented import COMPILERS, InstrumentedTest, main

WAYS = ("throws", "jumps", "thread-locals", "exits", "recurses", "switches-stacks", "signals", "alloca",
        "once", "guard", "forks")
# These do not come to the race, or their children would see it.
WITHOUT_RACE = ("exits", "forks")

# Where there is time for other compilers.
MORE = (("fork", "fibers"), ("exec", "os")) if len(COMPILERS) > 1 else ()


class Ways(InstrumentedTest):

    def check(self, compiler, level, *options):
        program = self.build("ways", compiler, level)
        for way in WAYS:
            with self.subTest(compiler=compiler, level=level, way=way, options=options):
                self.assertEqual(self.verdict_of(program, way, options=options), "clean")
            if way not in WITHOUT_RACE:
                with self.subTest(compiler=compiler, level=level, way="race " + way, options=options):
                    self.assertEqual(self.verdict_of(program, "race", way, options=options), "race")

    def test_all_compilers(self):
        for compiler in COMPILERS:
            for level in ("-O0", "-O2"):
                self.check(compiler, level, "--preemptions", "1")

    def test_all_resets_and_threads(self):
        for reset, threads in ("fork", "os"), ("exec", "fibers"), *MORE:
            self.check("g++", "-O2", "--preemptions", "0", "--reset", reset, "--threads", threads)

    def test_stacks_are_right_after_a_jump(self):
        for compiler in COMPILERS:
            result = self.heddle("run", self.build("ways", compiler, "-O0"), "race", "jumps")
            stack = re.search(r"^T1 .* writes 4 bytes after .*:\n((?: +\S.*\n)+)", result.out, re.MULTILINE)
            self.assertIsNotNone(stack, result)
            self.assertNotIn("jump", stack.group(1))
            self.assertRegex(stack.group(1).splitlines()[0], r"ways\.cc:\d+ in main::")


if __name__ == "__main__":
    main()

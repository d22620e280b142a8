#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Static locals cost an instrumented program no more steps than another one.

    guards_test.py HEDDLE [unittest's arguments…]
"""
import subprocess

from instrumented import COMPILERS, InstrumentedTest, main


class Guards(InstrumentedTest):

    def test_an_instrumented_program_has_the_counts_of_a_plain_one(self):
        plain = self.seen_in(self.build_plainly("static_locals", "g++", "-O1"))
        self.assertEqual(plain["verdict"], "clean")
        for compiler in COMPILERS:
            for flags in (["-O0"], ["-O2"], ["-O1", "-fno-pie", "-no-pie"], ["-O1", "-rdynamic"]):
                program = self.build("static_locals", compiler, *flags)
                for reset in ("snapshot", "fork", "exec"):
                    with self.subTest(compiler=compiler, flags=flags, reset=reset):
                        self.assertEqual(self.seen_in(program, options=("--reset", reset)), plain)

    def test_a_stripped_program_has_more_steps_and_the_same_verdict(self):
        program = self.build("static_locals", "g++", "-O1")
        stripped = program + "-stripped"
        subprocess.run(["strip", "-o", stripped, program], check=True)
        self.assertEqual(self.seen_in(stripped)["verdict"], "clean")
        self.assertGreater(self.seen_in(stripped)["steps"], self.seen_in(program)["steps"])


if __name__ == "__main__":
    main()

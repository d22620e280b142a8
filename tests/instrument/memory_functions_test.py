#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What memcpy, strlen and their like access is seen, if instrumented code calls them.

    memory_functions_test.py HEDDLE [unittest's arguments…]
"""
import os
import subprocess

from instrumented import COMPILERS, InstrumentedTest, main

SOURCE = "copies"


class MemoryFunctions(InstrumentedTest):

    def cases(self, program):
        names = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
        self.assertGreater(len(names), 30)
        return names

    def assert_seen(self, program, names):
        for name in names:
            with self.subTest(program=os.path.basename(program), case=name):
                expected = "clean" if name.startswith("ok-") else "race"
                self.assertEqual(self.verdict_of(program, name, options=("--preemptions", "0")), expected)

    def test_accesses_race_wherever_they_are(self):
        for compiler in COMPILERS:
            for level in ("-O0", "-O2"):
                program = self.build(SOURCE, compiler, level)
                self.assert_seen(program, self.cases(program))

    def test_functions_that_check_the_room_are_seen_as_well(self):
        program = self.build(SOURCE, "g++", "-O2", "-D_FORTIFY_SOURCE=2", "-Wno-stringop-truncation")
        # Calls of a size that is known are instructions then, and are not seen.
        sized = ("memmove", "mempcpy", "strcpy", "stpcpy", "strncpy", "strcat", "ok-")
        self.assert_seen(program, [name for name in self.cases(program) if name.startswith(sized)])

    def test_a_lock_orders_them(self):
        program = self.build(SOURCE, "g++", "-O2")
        for name in self.cases(program):
            with self.subTest(case=name):
                self.assertEqual(self.verdict_of(program, "locked", name), "clean")

    def test_the_program_runs_by_itself(self):
        program = self.build(SOURCE, "g++", "-O2")
        for name in self.cases(program):
            self.assertEqual(subprocess.run([program, "locked", name], check=False).returncode, 0, name)


if __name__ == "__main__":
    main()

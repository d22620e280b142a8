#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that were built for other sanitizers: gcc's -fsanitize=thread works as it is, and what
cannot work is refused.

    stock_test.py HEDDLE [unittest's arguments…]
"""
import os
import subprocess

from instrumented import COMPILERS, InstrumentedTest, main


class Stock(InstrumentedTest):

    def test_gcc_alone_builds_what_heddle_sees(self):
        for level in ("-O0", "-O2"):
            ours = self.build("message", "g++", level)
            stock = self.build_plainly("message", "g++", level, "-fsanitize=thread")
            for reset in ("snapshot", "fork", "exec"):
                for arguments in ((), ("wrong",)):
                    with self.subTest(level=level, reset=reset, arguments=arguments):
                        seen = self.seen_in(stock, *arguments, options=("--reset", reset))
                        self.assertEqual(seen["kinds"], ["race"] if arguments else [])
                        self.assertEqual(seen, self.seen_in(ours, *arguments, options=("--reset", reset)))

    def test_its_guards_are_no_steps_and_its_copies_are_seen(self):
        plain = self.seen_in(self.build_plainly("static_locals", "g++", "-O1"))
        stock = self.build_plainly("static_locals", "g++", "-O1", "-fsanitize=thread")
        self.assertEqual(self.seen_in(stock), plain)
        copies = self.build_plainly("copies", "g++", "-O0", "-fsanitize=thread")
        self.assertEqual(self.verdict_of(copies, "strlen"), "race")
        self.assertEqual(self.verdict_of(copies, "locked", "strlen"), "clean")

    def trace_of_race(self):
        stock = self.build_plainly("message", "g++", "-O0", "-fsanitize=thread")
        report, result = self.run_json(stock, "wrong")
        self.assertEqual(report["findings"][0]["kind"], "race", result)
        self.assertTrue(report["findings"][0]["reproduced"])
        return os.path.join(self.work, report["findings"][0]["trace"])

    def test_a_race_is_replayed(self):
        for threads in ("fibers", "os"):
            result = self.heddle("replay", self.trace_of_race(), "--threads", threads)
            self.assertEqual(result.status, 1, result)

    def test_a_race_is_replayed_in_gdb(self):
        done = subprocess.run([self.command, "replay", self.trace_of_race(), "--gdb", "--", "-nx", "-batch",
                               "-ex", "continue", "-ex", "bt"], cwd=self.work, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("receive", done.stdout, done.stdout + done.stderr)


class Refused(InstrumentedTest):

    def assert_refused_with(self, compiler, sanitizer, *names):
        program = self.build_plainly("nothing", compiler, "-fsanitize=" + sanitizer)
        self.assert_refused(self.heddle("run", program), program, *names)

    def test_address_sanitizer(self):
        self.assert_refused_with("g++", "address", "AddressSanitizer")

    def test_gcc_runtime_that_is_linked_in(self):
        program = self.build_plainly("nothing", "g++", "-fsanitize=thread", "-static-libtsan")
        self.assert_refused(self.heddle("run", program), program, "heddle c++")

    def test_runtimes_of_clang(self):
        for clang in COMPILERS[1:] or ["clang++"]:
            self.assert_refused_with(clang, "thread", "ThreadSanitizer", "heddle c++")
            self.assert_refused_with(clang, "address", "AddressSanitizer")
            self.assert_refused_with(clang, "memory", "MemorySanitizer")
            self.assert_refused_with(clang, "leak", "LeakSanitizer")

    def test_undefined_behaviour_sanitizer_is_fine(self):
        program = self.build_plainly("message", "g++", "-O1", "-fsanitize=undefined")
        self.assertEqual(self.verdict_of(program), "clean")


if __name__ == "__main__":
    main()

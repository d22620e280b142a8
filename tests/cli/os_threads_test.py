#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`--threads os`: what is particular to it, and that findings are the same as on fibers."""
import os

from harness import CliTest, main

BOTH_RESETS = (("--reset", "fork"), ("--reset", "exec"))


class OsThreads(CliTest):
    def on_both(self, program, kind, *words):
        for reset in BOTH_RESETS:
            with self.subTest(reset[1]):
                yield self.finding_in(program, "--threads", "os", *reset, *words, kind=kind)

    def test_each_is_a_thread_of_the_kernel_until_it_ends(self):
        for threads, reset, count in (("fibers", "fork", 1), ("os", "fork", 2), ("os", "exec", 2)):
            result = self.heddle("run", "--preemptions", "0", "--threads", threads, "--reset", reset,
                                 self.compile("tasks"), str(count))
            self.assertEqual(result.status, 0, result)

    def test_signals_reach_the_thread_they_are_for(self):
        for reset in BOTH_RESETS:
            result = self.heddle("run", "--threads", "os", *reset, "--preemptions", "1", self.compile("signals"))
            self.assertEqual(result.status, 0, result)

    def test_a_stack_that_is_used_up(self):
        for finding, _ in self.on_both(self.compile("overflows"), "crash"):
            self.assertIn("SIGSEGV in T1", finding["message"])
            self.assertEqual(finding["location"]["function"], "descend")

    def test_a_thread_with_more_stack_than_those_that_are_ready(self):
        for reset in BOTH_RESETS:
            result = self.heddle("run", "--threads", "os", *reset, "--preemptions", "1", self.compile("big_stack"))
            self.assertEqual(result.status, 0, result)

    def test_a_thread_that_spins(self):
        for finding, _ in self.on_both(self.compile("spins"), "stuck", "--stuck-after", "500ms"):
            self.assertIn("in spin", finding["message"])

    def test_a_thread_that_blocks_in_a_system_call(self):
        for finding, _ in self.on_both(self.compile("blocks_in_accept"), "stuck", "--stuck-after", "500ms"):
            self.assertIn("waits for descriptor 3 (socket), and nothing comes from outside", finding["message"])

    def recorded(self, program, kind, *words):
        """The trace's lines without the time of day, and its path."""
        finding, _ = self.finding_in(program, *words, kind=kind)
        path = os.path.join(self.work, finding["trace"])
        with open(path, encoding="utf-8") as file:
            return [line for line in file.readlines()[1:] if '"start_time"' not in line], path

    def test_traces_are_the_same_and_replay_either_way(self):
        for name, kind in (("lost_update", "exit"), ("crashes", "crash")):
            program = self.compile(name)
            fibers, _ = self.recorded(program, kind, "--threads", "fibers")
            for reset in BOTH_RESETS:
                on_os, path = self.recorded(program, kind, "--threads", "os", *reset)
                self.assertEqual(fibers, on_os)
                for threads in ("fibers", "os"):
                    self.assertEqual(self.heddle("replay", path, "--threads", threads).status, 1)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Limits, and what is said when one is reached."""
import os
import signal
import subprocess
import time

from harness import CliTest, main


class Limits(CliTest):
    def test_time(self):
        report, result = self.run_json("--time", "1s", self.compile("big"))
        self.assertEqual(result.status, 3, result)
        self.assertEqual(report["verdict"], "incomplete")
        self.assertLess(result.seconds, 15)
        self.assertGreater(report["executions"], 0)

    def test_running_out_of_time_may_be_allowed(self):
        report, result = self.run_json("--time", "1s", "--allow-incomplete", self.compile("big"))
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["verdict"], "incomplete")

    def test_executions(self):
        report, result = self.run_json("--executions", "10", self.compile("big"))
        self.assertEqual(result.status, 3, result)
        self.assertEqual(report["verdict"], "incomplete")
        self.assertEqual(report["executions"], 10)

    def test_executions_that_are_just_enough(self):
        enough, _ = self.run_json("--preemptions", "1", self.compile("prints"))
        report, result = self.run_json("--preemptions", "1", "--executions", str(enough["executions"]),
                                       self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["verdict"], "clean")

    def test_incomplete_says_no_sentence(self):
        report, result = self.run_json("--executions", "10", self.compile("big"))
        self.assertNotIn("at most 2 preemptions is covered", result.out + result.err)
        self.assertNotIn("at most 2 preemptions is covered", report["guarantee"]["statement"] or "")

    def test_what_to_try_next_is_said(self):
        for words, said in ((("--executions", "10"), "more --executions, or --strategy pos"),
                            (("--time", "1s"), "more --time, or --strategy pos"),
                            (("--preemptions", "all", "--executions", "10"), "--preemptions 2"),
                            (("--strategy", "depth", "--depth", "2"), "a deeper --depth"),
                            (("--strategy", "pos", "--executions", "10"), "another --seed")):
            with self.subTest(words):
                report, result = self.run_json(*words, self.compile("big"))
                self.assertEqual(report["verdict"], "incomplete", result)
                advice = [note for note in report["notes"] if note.startswith("to try next: ")]
                self.assertEqual(len(advice), 1, result)
                self.assertIn(said, advice[0])

    def test_loops_that_wait_have_fewer_rounds_if_asked_for(self):
        program = self.compile("waits_for_flag")
        for executions, options, said in (("20", ("--fair-every", "8"), 1), ("4", ("--fair-every", "1"), 0)):
            report, result = self.run_json("--executions", executions, *options, program)
            self.assertEqual((result.status, report["verdict"]), (3, "incomplete"), result)
            self.assertEqual(len([note for note in report["notes"] if "--fair-every 1" in note]), said, result)

    def test_steps(self):
        finding, _ = self.finding_in(self.compile("big"), "--steps", "100", kind="livelock")
        self.assertEqual(finding["preemptions"], 0)

    def test_an_interrupt_ends_it_soon(self):
        process = subprocess.Popen([self.command, "run", self.compile("big")], cwd=self.work, start_new_session=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            self.fail("heddle run should end when it is interrupted")


if __name__ == "__main__":
    main()

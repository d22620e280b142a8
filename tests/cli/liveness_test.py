#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions that do not end: what is said of them, and that they can be run again."""
import json
import os
import re
import subprocess

from harness import HERE, CliTest, main

PROGRAMS = os.path.join(HERE, "..", "programs")


class Livelock(CliTest):
    def setUp(self):
        super().setUp()
        self.finding, self.result = self.finding_in(self.compile("polite"), "--steps", "1000", kind="livelock")
        self.trace = os.path.join(self.work, self.finding["trace"])

    def test_message_says_what_repeats(self):
        self.assertRegex(self.finding["message"],
                         r"^no end after 1,002 steps: these 6 steps of T1 and T2 repeat "
                         r"\(at polite.c:\d+ in other_wants\)$")

    def test_report_has_the_cycle(self):
        (cycle,) = self.finding["cycles"]
        self.assertEqual([step["thread"] for step in cycle["steps"]], [1, 1, 1, 2, 2, 2])
        self.assertEqual([step["operation"] for step in cycle["steps"]][:3], ["lock mutex", "unlock mutex", "yield"])
        self.assertEqual(cycle["steps"][0]["location"]["function"], "other_wants")
        self.assertEqual((cycle["whole"], cycle["exact"], cycle["yields"]), (True, True, True))
        self.assertGreater(cycle["rounds"], 150)

    def test_interleaving_is_folded(self):
        for text in self.result.out, self.heddle("show", self.trace).out:
            self.assertIn("-- livelock: these 6 steps repeat up to the end --", text)
            self.assertRegex(text, r"\.\.\. these 6 steps \d+ more times")
            self.assertIn("The schedule is fair: T1 and T2 take turns, and no other thread can go on.", text)
            self.assertLess(len(text.splitlines()), 50)

    def test_show_has_every_round_if_asked(self):
        text = self.heddle("show", "--all", self.trace).out
        self.assertGreater(len(text.splitlines()), 1000)
        self.assertNotIn("more times", text)

    def test_replays(self):
        result = self.heddle("replay", self.trace)
        self.assertEqual(result.status, 1, result)
        self.assertIn("these 6 steps of T1 and T2 repeat", result.out)


class Starvation(CliTest):
    def test_who_cannot_go_on_is_not_promised_a_turn(self):
        """However many steps there are: one of the readers always holds the lock."""
        for steps in ("100", "3000"):
            finding, result = self.finding_in(self.compile("starves"), "--steps", steps, kind="livelock")
            self.assertIn("of T1 and T2 repeat", finding["message"])
            self.assertIn("T3 cannot go on: what it waits for is in use all the time.", " ".join(result.out.split()))
            self.assertNotIn("--steps", result.out)


class NoCycle(CliTest):
    def test_a_limit_that_is_too_low_says_how_to_raise_it(self):
        report, result = self.run_json("--steps", "1000", self.compile("counts_long"), "1000")
        self.assertEqual(result.status, 1, result)
        finding = report["findings"][0]
        self.assertEqual((finding["kind"], finding["cycles"]), ("livelock", []))
        self.assertIn("no cycle was found", finding["message"])
        self.assertIn("--steps N", result.out)

    def test_with_more_steps_it_is_clean(self):
        report, result = self.run_json("--steps", "10000", self.compile("counts_long"), "1000")
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["verdict"], "clean")


class GoodSamaritan(CliTest):
    def test_a_thread_that_keeps_the_processor_is_named(self):
        finding, result = self.finding_in(self.program("livelock/dispatch_livelock.c", "gcc"), "--steps", "1000",
                                          kind="livelock")
        self.assertRegex(finding["message"],
                         r"^T1 keeps running without yielding: these 4 steps repeat "
                         r"\(at dispatch_livelock.c:\d+ in look\); T2 could go on$")
        self.assertFalse(finding["cycles"][0]["yields"])
        self.assertIn("should block, sleep or yield", " ".join(result.out.split()))

    def program(self, source, *compiler):
        name = os.path.join(self.folder, re.sub(r"\W", "_", source))
        subprocess.run([*compiler, "-g", "-O1", "-pthread", os.path.join(PROGRAMS, source), "-o", name], check=True)
        return name


class Parked(CliTest):
    """Waits of the C++ library poll and then park.  What is lost there is lost when parked."""

    def test_parked_state_is_reached(self):
        for source in ("atomic_wait", "latch", "semaphore", "barrier", "flag_notified_first", "waiter_counted_late"):
            with self.subTest(source):
                program = os.path.join(self.folder, source)
                subprocess.run([self.command, "c++", "-std=c++20", "-g", "-O1", "-pthread", "-o", program,
                                os.path.join(PROGRAMS, "park", source + "_deadlock.cc")], check=True)
                finding, _ = self.finding_in(program, "--preemptions", "1", kind="deadlock")
                with open(os.path.join(self.work, finding["trace"]), encoding="utf-8") as file:
                    file.readline()  # which version it is
                    trace = json.load(file)
                parked = [step for step in trace["steps"] if step["op"] == "futex_wait"]
                self.assertTrue(parked, "somebody should park")
                self.assertIn(parked[-1]["thread"],
                              [number for number, thread in enumerate(trace["threads"])
                               if thread["end"]["state"] == "blocked"])


class StepsThatCount(CliTest):
    def run_long(self, alone, others, *words):
        return self.run_json("--preemptions", "0", *words, self.compile("long_start"), str(alone), str(others))

    def test_of_a_thread_that_is_alone_are_no_livelock(self):
        report, result = self.run_long(60000, 1)
        self.assertEqual(result.status, 0, result)
        self.assertGreater(report["max_steps"], 240000)
        report, result = self.run_long(1000, 10, "--steps", "60")
        self.assertEqual(result.status, 0, result)

    def test_of_several_are(self):
        for alone in (0, 1000):
            report, result = self.run_long(alone, 40, "--steps", "60")
            self.assertEqual(result.status, 1, result)
            self.assertEqual(report["findings"][0]["kind"], "livelock")
            trace = os.path.join(self.work, report["findings"][0]["trace"])
            self.assertEqual(self.heddle("replay", trace).status, 1)


if __name__ == "__main__":
    main()

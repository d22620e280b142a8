#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--reuse: a malloc may return a block that was freed; compared with a machine of its own (reuse_model.py)."""
import os
import random
import subprocess

from harness import CliTest, main
from reuse_model import outcomes

QUARANTINE = "reuse of freed memory was not explored"
REUSE = "a malloc returns fresh memory or one of the last 4 blocks"


def some_scripts(seed):
    """Two or three threads with few operations, most of which have to do with memory."""
    dice = random.Random(seed)
    threads = dice.choice((2, 2, 2, 3))
    longest = 4 if threads == 2 else 2
    return ["".join(dice.choice("mmffxM") for _ in range(dice.randint(1, longest))) for _ in range(threads)]


class Reuse(CliTest):
    def program(self):
        path = os.path.join(self.folder, "reuses")
        if not os.path.exists(path):
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "reuses.c")
            subprocess.run([self.command, "cc", "-g", "-O1", "-pthread", source, "-o", path], check=True)
        return path

    def outcomes_of(self, scripts, *options):
        report, result = self.run_json("--show-output", "--reuse", *options, self.program(), *scripts)
        self.assertEqual((result.status, report["verdict"]), (0, "clean"), result)
        return {line for line in result.out.splitlines() if line.startswith("outcome")}, report

    def assert_as_in_the_model(self, scripts, *options):
        expected = outcomes(scripts)
        states = set()
        for reduction in ("none", "dpor", "sleep", "inspect", "cache"):
            with self.subTest(scripts=scripts, reduction=reduction):
                found, report = self.outcomes_of(scripts, "--preemptions", "all", "--reduction", reduction, *options)
                self.assertEqual(found, expected)
                states.add(report["states"])
                if reduction != "none":
                    self.assertEqual(report["executions"], report["states"])
        self.assertEqual(len(states), 1, states)

    def test_every_block_in_every_order(self):
        for scripts in (["fm", "x"], ["fxm", "mx"], ["ffm", "mm"], ["mff", "xm"], ["fxM", "fm"], ["f", "m", "xm"]):
            self.assert_as_in_the_model(scripts)

    def test_programs_drawn_by_lot(self):
        count = int(os.environ.get("HEDDLE_TEST_PROGRAMS", "8"))
        begin = int(os.environ.get("HEDDLE_TEST_SEED", "1"))
        for seed in range(begin, begin + count):
            self.assert_as_in_the_model(some_scripts(seed))

    # The free is in the step of an exchange that another thread waits for in vain: without a use of
    # its own, the reduction would take the two orders for the same.
    def test_a_free_in_another_step_counts(self):
        found, _ = self.outcomes_of(["xf", "m"], "--preemptions", "all")
        self.assertEqual(len(found), 2)

    def test_within_a_bound(self):
        for seed in range(100, 104):
            scripts = some_scripts(seed)
            for bound in ("0", "1"):
                with self.subTest(scripts=scripts, bound=bound):
                    some, _ = self.outcomes_of(scripts, "--preemptions", bound, "--reduction", "none")
                    same, _ = self.outcomes_of(scripts, "--preemptions", bound, "--reduction", "dpor")
                    self.assertEqual(some, same)

    def test_choosing_is_no_preemption(self):
        found, _ = self.outcomes_of(["ffm", "x"], "--preemptions", "0")
        self.assertEqual(len({line.split(" ", 2)[2] for line in found}), 3)

    def test_whatever_the_reset(self):
        for reset in ("snapshot", "fork", "exec"):
            with self.subTest(reset=reset):
                self.assert_as_in_the_model(["fxm", "fm"], "--reset", reset)

    def test_on_threads_of_the_system(self):
        self.assert_as_in_the_model(["fxm", "m"], "--threads", "os")

    def test_with_workers(self):
        scripts = ["fxm", "fm"]
        found, _ = self.outcomes_of(scripts, "--preemptions", "all", "--reduction", "none", "-j", "2")
        self.assertEqual(found, outcomes(scripts))

    def test_a_search_goes_on_with_the_same(self):
        scripts = ["fxm", "mfm"]
        whole, report = self.outcomes_of(scripts, "--preemptions", "all", "--reduction", "none")
        out = os.path.join(self.folder, "resumed")
        lines = set()
        options = ["--show-output", "--reuse", "--preemptions", "all", "--reduction", "none", "--out", out]
        result = self.heddle("run", *options, "--executions", "20", self.program(), *scripts)
        self.assertEqual(result.status, 3, result)
        lines |= set(result.out.splitlines())
        rest, result = self.run_json("--show-output", "--resume", out)
        self.assertEqual((result.status, rest["reuse"]), (0, True), result)
        self.assertEqual((rest["executions"], rest["states"]), (report["executions"], report["states"]))
        lines |= set(result.out.splitlines())
        self.assertEqual({line for line in lines if line.startswith("outcome")}, whole)

    def test_the_guarantee_says_which(self):
        plain, _ = self.run_json(self.program(), "fm", "x")
        self.assertTrue(any(QUARANTINE in text for text in plain["guarantee"]["assumptions"]), plain)
        self.assertIs(plain["reuse"], False)
        asked, _ = self.run_json("--reuse", self.program(), "fm", "x")
        self.assertTrue(any(REUSE in text for text in asked["guarantee"]["assumptions"]), asked)
        self.assertIs(asked["reuse"], True)

    # One execution is enough here, in which the malloc comes first.
    def test_the_order_in_an_execution_says_nothing(self):
        report, result = self.run_json(self.program(), "m", "f")
        self.assertEqual(report["executions"], 1)
        self.assertTrue(any(QUARANTINE in text for text in report["guarantee"]["assumptions"]), result)

    def test_nothing_is_said_where_there_is_nothing_to_say(self):
        for scripts in (["f", "x"], ["m", "mx"], ["fM", "x"], ["mf", "x"]):
            report, result = self.run_json(self.program(), *scripts)
            self.assertFalse(any(QUARANTINE in text for text in report["guarantee"]["assumptions"]), result)

    def test_without_it_a_malloc_is_no_step(self):
        report, _ = self.run_json(self.program(), "fmfm", "mm")
        self.assertEqual(report["executions"], 1)

    # Main alone has nothing to choose: it has joined the others.
    def test_a_malloc_is_one_step(self):
        plain, _ = self.run_json(self.program(), "x", "x")
        for scripts, more in ((["mx", "x"], 1), (["fmx", "x"], 1), (["mMmx", "x"], 3)):
            report, _ = self.run_json("--reuse", self.program(), *scripts)
            self.assertEqual(report["max_steps"], plain["max_steps"] + more, scripts)


if __name__ == "__main__":
    main()

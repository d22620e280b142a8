#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The strategies beside icb: what they find, what they claim, and that it does not matter which process runs them."""
import os
import subprocess

from harness import CliTest, HERE, main

PROGRAMS = os.path.join(HERE, "..", "programs")
INCLUDE = os.path.join(HERE, "..", "..", "include")

# Each with the options that it needs to find the deadlock of opposite_order.
ALL = {"dfs": [], "depth": ["--depth", "8"], "idfs": ["--depth-step", "3"], "delay": ["--delays", "1"], "random": [],
       "pct": ["--bug-depth", "2"], "pos": []}
SAMPLES = ("random", "pct", "pos")


class StrategyTest(CliTest):
    @classmethod
    def build(cls, path):
        program = os.path.join(cls.folder, os.path.basename(path))
        if not os.path.exists(program):
            subprocess.run(["gcc", "-std=gnu17", "-g", "-O1", "-pthread", "-I", INCLUDE,
                            os.path.join(PROGRAMS, path + ".c"), "-o", program], check=True)
        return program

    def schedules(self, program, *words):
        """What was run, line by line, and the report."""
        log = os.path.join(self.work, "schedules")
        report, result = self.run_json("--log-schedules", log, *words, program)
        self.assertIn(result.status, (0, 1, 3), result)
        with open(log, encoding="utf-8") as file:
            return file.read().splitlines(), report


class Findings(StrategyTest):
    def test_every_strategy_finds_the_deadlock(self):
        program = self.build("mutex/opposite_order_deadlock")
        for strategy, options in ALL.items():
            with self.subTest(strategy):
                finding, result = self.finding_in(program, "--strategy", strategy, "--seed", "1", *options,
                                                  kind="deadlock")
                self.assertTrue(finding["reproduced"], result)
                replayed = self.heddle("replay", os.path.join(self.work, finding["trace"]))
                self.assertEqual(replayed.status, 1, replayed)

    def test_without_delays_there_is_one_schedule_and_no_deadlock(self):
        schedules, report = self.schedules(self.build("mutex/opposite_order_deadlock"), "--strategy", "delay",
                                           "--delays", "0")
        self.assertEqual(len(schedules), 1)
        self.assertEqual(report["verdict"], "clean")
        self.assertEqual(report["guarantee"]["statement"], "Every schedule with at most 0 delays is covered.")


class Claims(StrategyTest):
    def setUp(self):
        super().setUp()
        self.program = self.build("mutex/opposite_order_ok")

    def test_complete_ones_run_the_same_schedules(self):
        expected, _ = self.schedules(self.program, "--strategy", "dfs", "--preemptions", "all")
        for words in (["icb", "--preemptions", "all"], ["depth", "--depth", "100"], ["idfs"],
                      ["delay", "--delays", "all"]):
            with self.subTest(words[0]):
                schedules, report = self.schedules(self.program, "--strategy", *words)
                self.assertEqual(sorted(schedules), sorted(expected))
                self.assertEqual(report["verdict"], "clean")
                self.assertEqual(report["guarantee"]["statement"], "Every schedule is covered.")

    def test_what_the_depth_cuts_off_is_not_claimed(self):
        report, result = self.run_json("--strategy", "depth", "--depth", "6", self.program)
        self.assertEqual(result.status, 3, result)
        self.assertEqual(report["verdict"], "incomplete")
        self.assertEqual(report["stopped_by"], "the depth of 6 steps")
        self.assertEqual(report["depth"], 6)
        self.assertIsNone(report["bound"]["completed"])
        self.assertIsNone(report["guarantee"]["statement"])
        self.assertIn("every choice within the first 6 steps", result.out)

    def test_delays(self):
        report, result = self.run_json("--strategy", "delay", self.program)
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["bound"], {"requested": None, "completed": None, "fairness": []})
        self.assertEqual(report["delays"], {"requested": 2, "completed": 2})
        self.assertIn("Every schedule with at most 2 delays is covered.", result.out)
        report, result = self.run_json("--strategy", "delay", "--delays", "3", "--executions", "12", self.program)
        self.assertEqual(result.status, 3, result)
        self.assertEqual(report["delays"], {"requested": 3, "completed": 1})

    def test_samples_prove_nothing(self):
        for strategy in SAMPLES:
            with self.subTest(strategy):
                report, result = self.run_json("--strategy", strategy, "--executions", "500", self.program)
                self.assertEqual(result.status, 3, result)
                self.assertEqual(report["verdict"], "incomplete")
                self.assertEqual(report["executions"], 500)
                self.assertEqual(report["bound"], {"requested": None, "completed": None, "fairness": []})
                self.assertIsNone(report["guarantee"]["statement"])
                self.assertIn("takes samples", result.out)
                self.assertNotIn("covered", result.out)

    def test_samples_end_by_themselves(self):
        report, _ = self.run_json("--strategy", "random", self.program)
        self.assertEqual(report["executions"], 10000)
        report, result = self.run_json("--strategy", "random", "--time", "1s", "--allow-incomplete", self.program)
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["stopped_by"], "the time limit (1s)")

    def test_samples_within_a_bound(self):
        for strategy in SAMPLES:
            report, _ = self.run_json("--strategy", strategy, "--preemptions", "1", "--executions", "500", self.program)
            self.assertEqual(report["max_preemptions"], 1)
            self.assertEqual(report["bound"], {"requested": 1, "completed": None, "fairness": []})

    def test_the_probability_of_pct(self):
        report, result = self.run_json("--strategy", "pct", "--bug-depth", "3", "--executions", "100", self.program)
        steps = report["max_steps"]
        self.assertEqual(report["pct"]["bug_depth"], 3)
        self.assertEqual((report["pct"]["threads"], report["pct"]["steps"]), (3, steps))
        self.assertAlmostEqual(report["pct"]["probability"], 1 / (3 * steps ** 2))
        self.assertRegex(result.out, r"a bug of depth 3 shows in one execution with a\s+probability of at\s+least 0\.00")
        report, result = self.run_json("--strategy", "pct", "--preemptions", "1", "--executions", "9", self.program)
        self.assertIsNone(report["pct"]["probability"])
        self.assertNotIn("probability", result.out)

    def test_a_seed_says_what_is_drawn(self):
        for strategy in SAMPLES:
            words = ["--strategy", strategy, "--executions", "100"]
            one, _ = self.schedules(self.program, "--seed", "1", *words)
            again, _ = self.schedules(self.program, "--seed", "1", *words)
            other, _ = self.schedules(self.program, "--seed", "2", *words)
            self.assertEqual(one, again)
            self.assertNotEqual(one, other)


class Resets(StrategyTest):
    """The same executions in the same order, whichever process chooses."""

    def assert_same(self, path, resets):
        program = self.build(path)
        for strategy, options in ALL.items():
            words = ["--strategy", strategy, "--keep-going", "--executions", "130", *options]
            expected, _ = self.schedules(program, "--reset", resets[0], *words)
            self.assertGreater(len(expected), 2)
            for reset in resets[1:]:
                with self.subTest(f"{strategy} {reset}"):
                    schedules, report = self.schedules(program, "--reset", reset, *words)
                    self.assertEqual(report["reset"], reset)
                    self.assertEqual(report["diverged"], 0)
                    self.assertEqual([note for note in report["notes"] if not note.startswith("to try next: ")], [])
                    self.assertEqual(schedules, expected)

    def test_fork(self):
        self.assert_same("mutex/opposite_order_deadlock", ["snapshot", "fork"])

    def test_exec(self):
        self.assert_same("mutex/opposite_order_deadlock", ["snapshot", "exec"])

    def test_a_scenario_in_every_way(self):
        self.assert_same("scenario/mailbox_assertion", ["loop", "snapshot", "fork", "exec"])

    def test_a_scenario_that_loops(self):
        self.assert_same("scenario/timed_ok", ["loop", "snapshot"])


class Usage(StrategyTest):
    def test_options_of_other_strategies_are_refused(self):
        for words, named in ((["--depth", "3"], "--strategy depth"), (["--depth-step", "3"], "--strategy idfs"),
                             (["--bug-depth", "3"], "--strategy pct"), (["--delays", "3"], "--strategy delay")):
            self.assert_refused(self.heddle("run", *words, "true"), words[0], named, "not with icb")

    def test_what_makes_no_sense_is_refused(self):
        self.assert_refused(self.heddle("run", "--strategy", "depth", "true"), "--depth N")
        self.assert_refused(self.heddle("run", "--strategy", "depth", "--depth", "0", "true"), "--depth")
        self.assert_refused(self.heddle("run", "--strategy", "delay", "--preemptions", "1", "true"), "--delays")
        self.assert_refused(self.heddle("run", "--strategy", "delay", "--delays", "few", "true"), "'few'")
        self.assert_refused(self.heddle("run", "--strategy", "delay", "--delays", "", "true"), "--delays")
        self.assert_refused(self.heddle("run", "--strategy", "pct", "--bug-depth", "0", "true"), "--bug-depth")
        self.assert_refused(self.heddle("run", "--strategy", "chess", "true"), "chess", "icb")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where fairness acts, it acts on every yield first, then on every second, fourth and eighth."""
import json
import os

from harness import CliTest, main

WAYS = ((), ("-j", "2"), ("--reduction", "cache"), ("--strategy", "dfs"), ("--strategy", "idfs", "--preemptions", "1"),
        ("--preemptions", "all"))
COUNTS = ("executions", "steps", "pruned")


class Rungs(CliTest):
    def explore(self, *words, program=None):
        return self.run_json("--out", "out", *words, program or self.compile("climbs"))

    def test_each_is_what_the_option_does(self):
        for way in WAYS:
            report, result = self.explore(*way)
            self.assertEqual(result.status, 0, result)
            rungs = [self.explore(*way, "--fair-every", every)[0] for every in "1248"]
            self.assertEqual(report["bound"]["fairness"], [each["bound"]["fairness"][0] for each in rungs])
            for count in COUNTS:
                self.assertEqual(report[count], sum(each[count] for each in rungs), (way, count))
            for same in ("states", "by_bound"):
                self.assertEqual(report[same], rungs[-1][same], way)
            self.assertEqual(report["bound"]["completed"], rungs[-1]["bound"]["completed"])
            self.assertIn("assuming that a thread yields only while it cannot progress",
                          report["guarantee"]["assumptions"])

    def test_there_are_none_where_fairness_does_not_act(self):
        program = self.compile("prints")
        report, _ = self.explore(program=program)
        one, _ = self.explore("--fair-every", "8", program=program)
        self.assertEqual(report["bound"], one["bound"])
        self.assertEqual(report["bound"]["fairness"], [])
        self.assertEqual([report[count] for count in COUNTS], [one[count] for count in COUNTS])

    def test_samples_do_not_climb(self):
        report, _ = self.explore("--strategy", "random", "--executions", "50")
        self.assertLessEqual(len(report["bound"]["fairness"]), 1)

    def test_schedules_of_all_are_logged(self):
        log = os.path.join(self.work, "log")
        report, _ = self.explore("--log-schedules", log)
        with open(log, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), report["executions"])

    def test_a_finding_says_on_which_it_is_and_replays(self):
        finding, _ = self.finding_in(self.compile("climbs", "-DBUG", output="climbs_wrongly"), "--keep-going", kind="exit")
        path = os.path.join(self.work, finding["trace"])
        with open(path, encoding="utf-8") as file:
            self.assertIn('"fair_every": 1,', file.read())
        self.assertEqual(self.heddle("replay", path).status, 1)

    def test_one_finding_of_several_is_one(self):
        program = self.compile("climbs", "-DBUG", output="climbs_wrongly")
        report, _ = self.explore("--keep-going", program=program)
        rungs = [self.explore("--keep-going", "--fair-every", every, program=program)[0] for every in "1248"]
        self.assertEqual(len(report["findings"]), 1)
        self.assertEqual(report["findings"][0]["executions"], sum(each["findings"][0]["executions"] for each in rungs))

    def test_limits_are_for_all_and_what_is_left_goes_on(self):
        whole, _ = self.explore()
        first = whole["bound"]["fairness"][0]["executions"]
        for executions in range(1, whole["executions"], 7):
            report, result = self.explore("--executions", str(executions))
            self.assertLessEqual(report["executions"], executions)
            if result.status == 0:
                self.fail(f"{executions} executions are not enough: {result}")
            self.assertEqual((result.status, report["verdict"]), (3, "incomplete"), result)
            self.assertEqual(report["resume"], "out", result)
            if report["executions"] <= first:
                self.assertIsNone(report["bound"]["completed"] or None)
            report, result = self.run_json("--resume", "out")
            for key in ("verdict", "bound", "by_bound", "states", *COUNTS):
                self.assertEqual(report[key], whole[key], (executions, key))

    def test_executions_of_a_run_that_goes_on_are_those_of_all(self):
        whole, _ = self.explore()
        self.explore("--executions", "3")
        report, _ = self.run_json("--resume", "out", "--executions", str(whole["executions"] // 2))
        self.assertEqual(report["verdict"], "incomplete")
        self.assertLessEqual(report["executions"], whole["executions"] // 2)

    def test_the_report_names_them(self):
        _, result = self.explore()
        self.assertIn("at every yield (bound 2 complete), every 2nd yield (bound 2 complete), "
                      "every 4th yield (bound 2 complete), every 8th yield (bound 2 complete)",
                      " ".join(result.out.split()))


if __name__ == "__main__":
    main()

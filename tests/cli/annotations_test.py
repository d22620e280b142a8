#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is said of programs that use heddle.h."""
import json
import os

from harness import HERE, CliTest, main

INCLUDE = "-I" + os.path.join(HERE, "..", "..", "include")


class Annotations(CliTest):
    def chooses(self, *words, values, threads, kept):
        return self.run_json(*words, self.compile("chooses", INCLUDE), str(values), str(threads), str(kept))

    def test_an_assumption_is_part_of_the_guarantee(self):
        report, result = self.chooses(values=4, threads=1, kept=3)
        self.assertEqual(result.status, 0, result)
        self.assertEqual((report["executions"], report["pruned"]), (3, 1))
        self.assertEqual(report["bound"]["completed"], 2)
        self.assertIn("Every schedule", report["guarantee"]["statement"])
        self.assertIn("assuming that every heddle_assume holds (executions dropped where one did not: 1)",
                      report["guarantee"]["assumptions"])
        self.assertIn("1 more dropped by heddle_assume", result.out)
        self.assertNotIn("cut short", result.out)

    def test_an_assumption_that_always_holds_is_not_mentioned(self):
        report, result = self.chooses(values=4, threads=1, kept=4)
        self.assertEqual((report["executions"], report["pruned"]), (4, 0))
        self.assertNotIn("heddle_assume", result.out)

    def test_nothing_is_guaranteed_if_no_execution_is_left(self):
        report, result = self.chooses(values=4, threads=1, kept=0)
        self.assertEqual(result.status, 2, result)
        self.assertEqual(report["verdict"], "error")
        self.assertEqual((report["executions"], report["pruned"]), (0, 4))
        self.assertIsNone(report["bound"]["completed"])
        self.assertFalse(report["guarantee"]["statement"])
        self.assertIn("in each of them a heddle_assume fails", result.out)

    def test_more_values_than_can_be_numbered_are_refused(self):
        report, result = self.chooses(values=60001, threads=1, kept=1)
        self.assertEqual(result.status, 2, result)
        self.assertIn("heddle_choose with more than 60000 values", report["error"])

    def test_more_options_than_can_be_numbered_are_not_covered(self):
        report, result = self.chooses("--preemptions", "0", "--executions", "5",
                                      values=40000, threads=2, kept=40000)
        self.assertEqual(result.status, 3, result)
        self.assertIsNone(report["bound"]["completed"])
        self.assertIn("more options than can be numbered", report["stopped_by"])

    def test_names(self):
        finding, result = self.finding_in(self.compile("names", INCLUDE), kind="assertion")
        self.assertIn('lock "before"', result.out)
        self.assertIn("choose 1 of 0 to 1", result.out)
        with open(os.path.join(self.work, finding["trace"]), encoding="utf-8") as file:
            file.readline()
            trace = json.load(file)
        objects = [(one.get("name", ""), one.get("given", False)) for one in trace["objects"]]
        self.assertEqual(objects, [("before", True), ("after", True), ("", False), ("table", False),
                                   ("first life", True), ("second life", True), ("", False),
                                   ("1234567890" * 6 + "12", True)])
        self.assertEqual(trace["steps"][-1]["alternatives"], 2)
        places = [trace["stacks"][trace["steps"][-1]["stack"] - 1][0]]
        self.assertTrue(places[0]["file"].endswith("names.c") or places[0].get("system"), places)


if __name__ == "__main__":
    main()

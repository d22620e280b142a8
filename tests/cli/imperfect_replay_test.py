#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that do something else under the same schedule, now and then or from some time on."""
import os

from harness import CliTest, main

REDUCTIONS = ("dpor", "none", "cache")
RESETS = ("snapshot", "fork", "exec")


class ImperfectReplayTest(CliTest):
    def draws(self, every, *more):
        """The program and its arguments, with a file of its own."""
        self.files = getattr(self, "files", 0) + 1
        return [self.compile("draws"), os.path.join(self.work, f"drawn-{self.files}"), str(every), *more]

    def test_a_deadlock_is_found_whenever_the_program_draws(self):
        for reset in RESETS:
            for reduction in REDUCTIONS:
                for every in (2, 3, 5, 8, -1, -6):
                    with self.subTest(f"{reset}, {reduction}, {every}"):
                        report, result = self.run_json("--reset", reset, "--reduction", reduction, *self.draws(every))
                        self.assertEqual(result.status, 1, result)
                        self.assertEqual(report["findings"][0]["kind"], "deadlock", result)
                        self.assertTrue(report["findings"][0]["reproduced"], result)

    def test_without_a_bug_it_says_what_was_expected_and_what_came(self):
        for every in (3, 7, -4):
            for reset in ("fork", "exec"):
                with self.subTest(f"{every}, {reset}"):
                    report, result = self.run_json("--reset", reset, "--reduction", "none", *self.draws(every, "in-order"))
                    self.assertEqual(result.status, 4, result)
                    self.assertEqual(report["verdict"], "nondeterministic", result)
                    self.assertEqual(report["guarantee"]["statement"], None, result)
                    self.assertGreater(report["diverged"], 0)
                    divergence = report["divergence"]
                    self.assertGreaterEqual(divergence["step"], 1)
                    self.assertIn(divergence["thread"], (0, 1))
                    self.assertNotEqual(divergence["expected"], divergence["came"])
                    self.assertIn(f"At step {divergence['step']}: expected {divergence['expected']}; came ",
                                  " ".join(result.out.split()))

    def test_a_schedule_is_tried_again(self):
        """Every fifth execution goes another way: no schedule does so four times in a row, so none is given up."""
        same, _ = self.run_json("--reset", "fork", "--reduction", "none", *self.draws(1000000, "in-order"))
        report, result = self.run_json("--reset", "fork", "--reduction", "none", *self.draws(5, "in-order"))
        self.assertEqual(result.status, 4, result)
        self.assertGreater(report["states"], same["states"] * 3 / 4, result)
        self.assertGreater(report["executions"], same["executions"] / 2, result)

    def test_replay_says_where_it_went_another_way(self):
        words = self.draws(-1000)
        report, result = self.run_json(*words)
        self.assertEqual(result.status, 1, result)
        trace = os.path.join(self.work, report["findings"][0]["trace"])
        self.assertEqual(self.heddle("replay", trace).status, 1)
        with open(words[1], "ab") as file:
            file.write(b"x" * 1000)
        replayed = self.heddle("replay", trace)
        self.assertEqual(replayed.status, 4, replayed)
        self.assertIn("another way than recorded", replayed.out)
        self.assertIn("At step 2: expected ", replayed.out)


if __name__ == "__main__":
    main()

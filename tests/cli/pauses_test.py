#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Threads that pause over and over in the background do not keep bounds from their end."""
import os

from harness import CliTest, main

WAYS = (1, 2, 3)
MOST = 250000  # executions; with fairness on every eighth pause each takes more than a million


class Pauses(CliTest):
    def program(self, **values):
        name = "_".join(["pauses", *(f"{key}{value}" for key, value in values.items())])
        return self.compile("pauses", *(f"-D{key}={value}" for key, value in values.items()), output=name)

    def explore(self, *words, **values):
        return self.run_json("--out", "out", *words, self.program(**values))

    def test_a_bound_comes_to_its_end(self):
        for way in WAYS:
            with self.subTest(way):
                report, result = self.explore("--preemptions", "1", "--executions", str(MOST), WAY=way)
                self.assertEqual((report["verdict"], report["bound"]["completed"]), ("clean", 1), result)
                self.assertIn("assuming that a thread yields only while it cannot progress",
                              report["guarantee"]["assumptions"])

    def test_that_is_no_reason_for_fairness_to_climb(self):
        report, _ = self.explore("--preemptions", "0", WAY=1)
        self.assertEqual(report["bound"]["fairness"], [])

    def test_reductions_come_to_the_same(self):
        for way in WAYS:
            whole, _ = self.explore("--preemptions", "0", "--reduction", "none", WAY=way)
            for words in (("--reduction", "cache"), ("--reduction", "dpor"), ("-j", "2", "--reduction", "none")):
                with self.subTest(f"{way}, {words}"):
                    report, result = self.explore("--preemptions", "0", *words, WAY=way)
                    self.assertEqual(report["verdict"], "clean", result)
                    self.assertEqual(report["states"], whole["states"], words)
                    self.assertEqual([row["states"] for row in report["by_bound"]],
                                     [row["states"] for row in whole["by_bound"]], words)

    def test_every_reset_runs_the_same(self):
        whole, _ = self.explore("--preemptions", "0", WAY=1)
        for words in (("--reset", "fork"), ("--reset", "exec"), ("--threads", "os")):
            report, result = self.explore("--preemptions", "0", *words, WAY=1)
            self.assertEqual([report[key] for key in ("executions", "states", "steps")],
                             [whole[key] for key in ("executions", "states", "steps")], result)

    def test_a_finding_beside_them_replays(self):
        for way in WAYS:
            report, result = self.explore("--preemptions", "0", WAY=way, BUG=1)
            self.assertEqual((result.status, report["findings"][0]["kind"]), (1, "exit"), result)
            trace = os.path.join(self.work, report["findings"][0]["trace"])
            self.assertEqual(self.heddle("replay", trace).status, 1)

    # Who counts the rounds may give up, however long the others take.
    def test_counted_polls_are_all_run(self):
        for polls in (1, 4, 8):
            with self.subTest(polls):
                report, result = self.explore("--preemptions", "0", POLLS=polls)
                self.assertEqual(report["verdict"], "finding", result)
                self.assertEqual(report["findings"][0]["kind"], "exit", result)


if __name__ == "__main__":
    main()

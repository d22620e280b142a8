#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle model trial`: what every strategy and reduction counts and finds in generated models, against an enumeration.

    trial_test.py HEDDLE CROSSCHECK_COUNTS [FIRST_SEED COUNT]
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

# Executions of which all are run once.
PLAIN = (("--strategy", "icb"), ("--strategy", "icb", "--csb", "2"), ("--strategy", "dfs"),
         ("--strategy", "depth", "--depth", "100"), ("--strategy", "idfs"), ("--strategy", "delay", "--delays", "all"))
REDUCTIONS = ("cache", "dpor", "inspect", "sleep")
SAMPLES = ("random", "pct", "pos")
# Of the models nobody yields without need, so fairness is not to act; and the enumeration goes on after findings.
ALWAYS = ("--steps", "60", "--fair-every", "1000000", "--keep-going")


class Trial(unittest.TestCase):
    heddle = counts = ""
    seeds = ("0", "6")

    @classmethod
    def setUpClass(cls):
        output = subprocess.run([cls.counts, *cls.seeds], check=True, capture_output=True, text=True).stdout
        cls.models = [json.loads(line) for line in output.splitlines()]
        cls.folder = tempfile.TemporaryDirectory(prefix="heddle-trial-")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def trial(self, text, *options):
        path = os.path.join(self.folder.name, "model")
        with open(path, "w") as file:
            file.write(text)
        result = subprocess.run([self.heddle, "model", "trial", *ALWAYS, *options, "--json", "-", path],
                                capture_output=True, text=True, timeout=60)
        self.assertIn(result.returncode, (0, 1, 2, 3), result.stderr)
        self.assertTrue(result.stdout, result.stderr)
        return json.loads(result.stdout)

    def fewest(self, report):
        """Of each kind, the fewest preemptions with which it shows."""
        found = {}
        for finding in report["findings"]:
            self.assertTrue(finding["reproduced"])
            kind = finding["kind"]
            found[kind] = min(found.get(kind, finding["preemptions"]), finding["preemptions"])
        return found

    def each(self):
        for model in self.models:
            with self.subTest(model["model"]):
                yield model

    def test_every_schedule_is_run_once(self):
        for model in self.each():
            for strategy in PLAIN:
                bound = () if strategy[1] == "delay" else ("--preemptions", "all")
                report = self.trial(model["model"], "--reduction", "none", *bound, *strategy)
                self.assertEqual([each["executions"] for each in report["by_bound"]] or [0],
                                 model["by_bound"] or [0], strategy)
                self.assertEqual(self.fewest(report), model["findings"], strategy)
                self.assertEqual((report["pruned"], report["diverged"]), (model["dropped"], 0), strategy)

    def test_bounds_are_complete(self):
        for model in self.each():
            for bound, executions in enumerate(model["by_bound"]):
                report = self.trial(model["model"], "--reduction", "none", "--preemptions", str(bound))
                self.assertEqual(report["executions"], executions)
                if report["verdict"] != "error":
                    self.assertEqual(report["bound"]["completed"], bound)

    def test_reductions_come_to_the_same_states_and_find_the_same(self):
        for model in self.each():
            states = self.trial(model["model"], "--reduction", "none", "--preemptions", "all")["states"]
            for reduction in REDUCTIONS:
                report = self.trial(model["model"], "--reduction", reduction, "--preemptions", "all")
                self.assertEqual(report["states"], states, reduction)
                self.assertEqual(set(self.fewest(report)), set(model["findings"]), reduction)
                if reduction == "dpor" and report["reduction"] == "dpor":
                    self.assertEqual(report["executions"], states)

    def test_within_a_bound_dpor_finds_the_same(self):
        for model in self.each():
            for bound in range(min(3, len(model["by_bound"]))):
                report = self.trial(model["model"], "--reduction", "dpor", "--preemptions", str(bound))
                within = {kind: fewest for kind, fewest in model["findings"].items() if fewest <= bound}
                self.assertEqual(self.fewest(report), within)

    def test_samples_find_nothing_else(self):
        for model in self.each():
            for strategy in SAMPLES:
                report = self.trial(model["model"], "--strategy", strategy, "--executions", "50")
                self.assertLessEqual(set(self.fewest(report)), set(model["findings"]))
                self.assertEqual(report["executions"] + report["pruned"] > 0, True)

    def test_a_model_that_is_none_is_refused(self):
        path = os.path.join(self.folder.name, "none")
        with open(path, "w") as file:
            file.write("thread: lock 0\nthread: jump")
        result = subprocess.run([self.heddle, "model", "trial", path], capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("line 2: expected what the thread does, not 'jump'", result.stderr)
        result = subprocess.run([self.heddle, "--help"], capture_output=True, text=True)
        self.assertNotIn("model", result.stdout)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 5):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    Trial.heddle, Trial.counts = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if len(sys.argv) == 5:
        Trial.seeds = tuple(sys.argv[3:])
    unittest.main(argv=sys.argv[:1])

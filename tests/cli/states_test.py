#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many states there are, and what caching leaves out."""
import os

from harness import HERE, CliTest, main

INCLUDE = "-I" + os.path.join(HERE, "..", "..", "include")


def by_bound(report):
    return [count["states"] for count in report["by_bound"]]


class States(CliTest):
    def explore(self, how, *options, status=0):
        report, result = self.run_json(*options, self.compile("takes_locks", INCLUDE), how)
        self.assertEqual(result.status, status, result)
        return report

    # One lock is taken by three threads in 3! orders; nobody notices in which order different locks
    # are taken, one lock is taken for reading, or a semaphore is posted.
    def test_states_are_orders_that_matter(self):
        for how, states in (("one", 6), ("three", 1), ("read", 1), ("post", 1)):
            for reduction in ("none", "cache"):
                report = self.explore(how, "--preemptions", "1", "--reduction", reduction)
                self.assertEqual(report["states"], states, how)
                self.assertEqual(report["by_bound"][-1]["states"], states, how)

    def test_caching_reaches_the_same_states_within_every_bound(self):
        for strategy in ("icb", "dfs"):
            every = self.explore("one", "--strategy", strategy, "--preemptions", "3")
            cached = self.explore("one", "--strategy", strategy, "--preemptions", "3", "--reduction", "cache")
            self.assertEqual(every["pruned"], 0)
            self.assertGreater(cached["pruned"], 0)
            self.assertLess(cached["executions"] + cached["pruned"], every["executions"])
            self.assertEqual(by_bound(cached)[:4], by_bound(every)[:len(by_bound(cached))])
            self.assertEqual(cached["reduction"], "cache")

    def test_every_reset_cuts_the_same_short(self):
        reports = [self.explore("loop", "--reset", reset, "--preemptions", "2", "--reduction", "cache")
                   for reset in ("snapshot", "loop", "fork", "exec")]
        for report in reports:
            self.assertEqual(report["diverged"], 0)
            for key in ("executions", "pruned", "states", "by_bound"):
                self.assertEqual(report[key], reports[0][key], key)

    def test_states_are_in_the_text(self):
        result = self.heddle("run", self.compile("takes_locks", INCLUDE), "three")
        self.assertIn("in one execution; 1 state\n", result.out)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bugs in programs of many threads, yields, races and barriers: which strategies find them, and at what cost.

    run_bugs.py [HEDDLE] [--rounds N] [--executions N] [--seconds N]

programs/bugs/*.c, each in a few sizes, by each strategy; samples with as many seeds as there are rounds.  For each:
how many rounds have found the bug, executions until then (the median; of those that have not, all), and processor time.  CSV on
standard output.  Limits: what is found by each strategy today, and within how many executions.  A row without a limit is not found
within the limits of the run, or by luck.  Exit status 1 if a limit is missed.
"""
import json
import os
import resource
import subprocess
import sys

from measure import Bench, cpu_seconds, median, row

STRATEGIES = {
    "default": [],
    "none": ["--reduction", "none"],
    "delay": ["--strategy", "delay"],
    "random": ["--strategy", "random"],
    "pct": ["--strategy", "pct", "--bug-depth", "3"],
    "pos": ["--strategy", "pos"],
}
SAMPLES = ("random", "pct", "pos")
# By program and number of threads: executions that each strategy may need.
PROGRAMS = {
    ("reorder", 4): {"default": 400, "none": 2000, "random": 500, "pct": 500, "pos": 500},
    ("reorder", 7): {"default": 17000, "pct": 2000},
    ("reorder", 10): {"pct": 2000},
    ("reorder", 20): {"pct": 5000},
    ("lost_update", 4): {"default": 200, "none": 500, "delay": 100, "random": 50, "pct": 100, "pos": 50},
    ("lost_update", 7): {"default": 10000, "delay": 100, "random": 50, "pct": 100, "pos": 50},
    ("stealing", 3): {"default": 100, "none": 200, "delay": 200, "random": 50, "pct": 50, "pos": 50},
    ("racy_places", 2): {"default": 2, "none": 2, "delay": 2, "random": 2, "pct": 2, "pos": 2},
    ("rounds", 3): {"default": 10, "none": 10, "delay": 10, "random": 50, "pct": 50, "pos": 50},
    ("rounds", 7): {"default": 10, "none": 10, "delay": 10, "random": 50, "pct": 50, "pos": 50},
    ("spin_lock", 3): {"default": 500, "none": 5000, "delay": 500, "random": 50, "pos": 50},
    ("spin_lock", 6): {"default": 12000, "random": 50, "pos": 50},
    ("spin_lock", 7): {"delay": 2000, "random": 50, "pos": 50},
    ("dining", 3): {"default": 50, "none": 500, "delay": 500, "random": 50, "pct": 2000, "pos": 200},
    ("dining", 7): {"default": 500, "random": 5000, "pos": 5000},
}


class Bugs(Bench):
    def __init__(self):
        def more(parser):
            parser.add_argument("--executions", type=int, default=20000)
            parser.add_argument("--seconds", type=int, default=20)
            parser.add_argument("--program", help="only this one")
            parser.add_argument("--strategy", help="only this one")
        super().__init__(__doc__, rounds=3, more=more)

    def look_for(self, program, threads, strategy, seed):
        """Whether it was found, executions, and processor time."""
        report = os.path.join(self.folder.name, "report.json")
        words = [self.heddle, "run", "--json", report, "--out", os.path.join(self.folder.name, "out"),
                 "--executions", self.options.executions, "--time", "%ds" % self.options.seconds, *STRATEGIES[strategy]]
        if strategy in SAMPLES:
            words += ["--seed", seed]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([str(word) for word in [*words, "--", program, threads]], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        cpu_s = cpu_seconds(resource.getrusage(resource.RUSAGE_CHILDREN)) - cpu_seconds(before)
        if done.returncode not in (0, 1, 3):
            sys.exit("%s %d by %s ended with %d:\n%s" % (program, threads, strategy, done.returncode, done.stdout.decode()))
        with open(report, encoding="utf-8") as file:
            result = json.load(file)
        return done.returncode == 1, result["executions"], cpu_s


def main():
    bench = Bugs()
    row("program", "threads", "strategy", "found", "executions", "cpu_s")
    for (name, threads), limits in PROGRAMS.items():
        if bench.options.program not in (None, name):
            continue
        program = bench.instrument(os.path.join("bugs", name))
        for strategy in STRATEGIES:
            if bench.options.strategy not in (None, strategy):
                continue
            rounds = bench.rounds if strategy in SAMPLES else 1
            tries = [bench.look_for(program, threads, strategy, 1 + i) for i in range(rounds)]
            found = sum(1 for is_found, _, _ in tries if is_found)
            executions = median([executions for _, executions, _ in tries])
            row(name, threads, strategy, "%d of %d" % (found, rounds), executions, median([cpu for _, _, cpu in tries]))
            if strategy in limits:
                what = "%s of %d by %s" % (name, threads, strategy)
                bench.at_least(what + ": found", found, rounds)
                bench.at_most(what + ": executions", executions, limits[strategy])
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

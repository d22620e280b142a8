#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does heddle run each schedule of a program, once, and no other?

    check_counts.py HEDDLE SHAPE_PROGRAM [--reset HOW] [--snapshot-by HOW] [--threads fibers|os] [--most N]

Compares what heddle counts on the programs of shape.c with what enumerate.py finds by brute force:
executions with at most 0, 1, 2, 3 preemptions, all executions by either strategy, and the schedules
themselves.  --most leaves out what takes more executions.  To have fallen back to
another way of resetting is a failure.
"""
import argparse
import collections
import json
import math
import os
import subprocess
import sys
import tempfile

import enumerate as schedules
import shapes

BOUND = 3
TIMEOUT_S = 600

# Shape, arguments.
ROWS = [
    ("private", 1, 2),
    ("private", 2, 1),
    ("private", 2, 2),
    ("private", 2, 3),
    ("private", 3, 1),
    ("shared", 2, 1),
    ("shared", 2, 2),
    ("shared", 2, 3),
    ("shared", 3, 1),
    ("semaphore", 2, 2, 1),
    ("semaphore", 2, 2, 2),
    ("semaphore", 3, 1, 2),
    ("handoff", 2),
    ("handoff", 3),
    ("signalled", 1),
    ("signalled", 2),
    ("broadcasted", 1),
    ("broadcasted", 2),
    ("barrier", 2, 1),
    ("barrier", 2, 2),
    ("barrier", 3, 1),
    ("readers", 1),
    ("readers", 2),
    ("attempts", 2, 1),
    ("attempts", 2, 2),
    ("chain", 2),
    ("chain", 3),
    ("choices", 1, 3, 2),
    ("choices", 2, 3, 1),
    ("choices", 2, 2, 2),
    ("choices", 3, 2, 1),
    ("assumed", 1, 3),
    ("assumed", 2, 2),
    ("assumed", 2, 3),
]
# What has more executions than this is not compared.  private 2 3 has C(16,8) - 1 = 12869 in all.
MOST = {"icb": 13_000, "dfs": 6_000}


class Heddle:
    def __init__(self, command, program, reset, snapshot_by, threads):
        self.command = command
        self.program = program
        self.reset = reset
        self.how = ["--reset", reset, "--snapshot-by", snapshot_by, "--threads", threads]

    def run(self, row, *options):
        """The JSON report, and how often each (preemptions, schedule) was run."""
        with tempfile.TemporaryDirectory(prefix="heddle-counts-") as folder:
            report = os.path.join(folder, "report.json")
            log = os.path.join(folder, "schedules")
            words = [*self.how, "--reduction", "none", "--visible", "sync", *options,
                     "--json", report, "--log-schedules", log, "--out", os.path.join(folder, "traces"),
                     "--", self.program, *map(str, row)]
            done = subprocess.run([self.command, "run", *words], stdin=subprocess.DEVNULL, timeout=TIMEOUT_S,
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise RuntimeError(f"exit status {done.returncode}: {done.stdout}{done.stderr}")
            with open(report, encoding="utf-8") as file:
                report = json.load(file)
            if report.get("reset") != self.reset:
                raise RuntimeError(f"reset {report.get('reset')}, expected {self.reset}: {report.get('notes')}")
            return report, read_log(log)


def read_log(path):
    """A line is `preemptions: thread thread …`."""
    counter = collections.Counter()
    with open(path, encoding="utf-8") as file:
        for line in file:
            preemptions, _, steps = line.partition(":")
            counter[int(preemptions), tuple(map(int, steps.split()))] += 1
    return counter


def truth(row, bound, most):
    """What there is, and how often: a signal's choice of whom to wake may not show in the threads' steps.

    And how many executions are dropped.  None if there are more than `most` in all.
    """
    program, semaphores = shapes.SHAPES[row[0]](*row[1:])
    counter, dropped = collections.Counter(), 0
    for number, (preemptions, schedule, ending) in enumerate(schedules.executions(program, bound, semaphores), 1):
        if number > most:
            return None
        if ending == "dropped":
            dropped += 1
            continue
        if ending:
            raise RuntimeError(f"{row}: {ending}, but a shape has no bug")
        counter[preemptions, schedule] += 1
    return counter, dropped


def cumulative(counter, bound):
    return [sum(n for (preemptions, _), n in counter.items() if preemptions <= b) for b in range(bound + 1)]


def show(key):
    return f"{key[0]}: {' '.join(map(str, key[1]))}"


def compare_schedules(ran, expected):
    missing = expected - ran
    extra = ran - expected
    for name, what in (("is missing", missing), ("is too many", extra)):
        if what:
            examples = sorted(what)[:3]
            yield f"{sum(what.values())} {name}, as in\n      " + "\n      ".join(map(show, examples))


def compare_bounded(heddle, row, expected, dropped):
    report, ran = heddle.run(row, "--preemptions", str(BOUND))
    by_bound = [entry.get("executions") for entry in report.get("by_bound") or []]
    by_bound += by_bound[-1:] * (BOUND + 1 - len(by_bound))  # bounds that add nothing may be left out
    wanted = cumulative(expected, BOUND)
    if by_bound != wanted:
        yield f"by_bound {by_bound}, expected {wanted}"
    if report.get("executions") != wanted[-1]:
        yield f"executions {report.get('executions')}, expected {wanted[-1]}"
    if report.get("pruned") != dropped:
        yield f"pruned {report.get('pruned')}, expected {dropped}"
    yield from compare_schedules(ran, expected)


def compare_all(heddle, row, strategy, expected, dropped):
    report, ran = heddle.run(row, "--preemptions", "all", "--strategy", strategy)
    wanted = sum(expected.values())
    if report.get("executions") != wanted:
        yield f"{strategy}: executions {report.get('executions')}, expected {wanted}"
    if report.get("pruned") != dropped:
        yield f"{strategy}: pruned {report.get('pruned')}, expected {dropped}"
    for line in compare_schedules(ran, expected):
        yield f"{strategy}: {line}"


def check(heddle, row, most):
    bounded = truth(row, BOUND, most["icb"])
    if bounded:
        yield from compare_bounded(heddle, row, *bounded)
    everything = truth(row, math.inf, most["icb"])
    for strategy in ("icb", "dfs"):
        if everything and sum(everything[0].values()) + everything[1] <= most[strategy]:
            yield from compare_all(heddle, row, strategy, *everything)


def main():
    parser = argparse.ArgumentParser(description="Compare heddle's schedules with those found by brute force.")
    parser.add_argument("heddle")
    parser.add_argument("program", help="shape.c, compiled")
    parser.add_argument("--reset", default="snapshot")
    parser.add_argument("--snapshot-by", default="auto")
    parser.add_argument("--threads", default="fibers")
    parser.add_argument("--most", type=int, default=math.inf)
    options = parser.parse_args()
    heddle = Heddle(os.path.abspath(options.heddle), os.path.abspath(options.program), options.reset,
                    options.snapshot_by, options.threads)
    most = {strategy: min(number, options.most) for strategy, number in MOST.items()}
    failed = False
    for row in ROWS:
        name = " ".join(map(str, row))
        try:
            wrong = list(check(heddle, row, most))
        except (RuntimeError, OSError, ValueError, subprocess.TimeoutExpired) as error:
            wrong = [str(error)]
        for line in wrong:
            print(f"{name}: {line}")
        if not wrong:
            print(f"{name}: as expected")
        failed |= bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

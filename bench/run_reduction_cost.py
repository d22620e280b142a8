#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What --reduction dpor costs: an execution of 36 operations, and long ones.

    run_reduction_cost.py [HEDDLE] [--rounds N]

Upkeep: executions of three threads, six locks and unlocks of one mutex each (programs/contended.c), in
`--reset loop`, with the reduction and without.  Those without are random ones: like those of a reduction,
they change threads all the time.  The ratio is within a round; if it is below 2, the reduction costs less
than the execution itself.  The same against `dfs`, which seldom changes threads, has no limit.

Races: the time that partial_order_bench (micro/) takes to find the races of executions of 100 to 100,000
steps, in which four threads take and leave mutexes.  From the shortest to the longest it may grow as
n log n does, 2,500 times.

Long executions: twenty of a search of two threads, with the reduction and without, the mean of each.  With
one mutex there is little to turn round.  With many, each of which both threads take once, in the same order,
there are as many races as mutexes, and a sequence of steps for each is kept until it is run: what that takes
grows with the square of the steps.  They have no limit.

CSV on standard output; exit status 1 if a limit is missed.
"""
import json
import math
import os
import subprocess
import sys

from measure import Bench, median, row

UPKEEP = 2
EXECUTIONS = 100_000
SHORTEST, LONGEST = 100, 100_000
GROWTH = LONGEST * math.log(LONGEST) / (SHORTEST * math.log(SHORTEST))
BY_TRACES = ["--preemptions", "all", "--reset", "loop", "--reduction", "dpor"]
WITHOUT = ["--preemptions", "all", "--reset", "loop", "--reduction", "none"]
FEW = 20


def measure_upkeep(bench, program):
    ways = {"dpor": BY_TRACES, "random": [*WITHOUT, "--strategy", "random"], "dfs": [*WITHOUT, "--strategy", "dfs"]}
    ratios = {"random": [], "dfs": []}
    for round_number in range(bench.rounds):
        us = {}
        for way, options in ways.items():
            run = bench.run([*options, "--executions", EXECUTIONS], [program, 3, 6, 1])
            us[way] = run.cpu_s * 1e6 / run.executions
            row("upkeep", way, round_number, us[way])
        for way, found in ratios.items():
            found.append(us["dpor"] / us[way])
    row("upkeep", "times dfs", "median", median(ratios["dfs"]))
    bench.at_most("an execution with the reduction, times a random one without", median(ratios["random"]), UPKEEP)


def measure_races(bench):
    build = os.path.dirname(os.path.dirname(os.path.realpath(bench.heddle)))
    program = os.path.join(build, "bench", "micro", "partial_order_bench")
    found = {}
    for _ in range(bench.rounds):
        out = subprocess.run([program, "--benchmark_format=json"], check=True, capture_output=True).stdout
        for result in json.loads(out)["benchmarks"]:
            _, mutexes, steps = result["name"].split("/")
            found.setdefault((mutexes, int(steps)), []).append(result["cpu_time"] / 1e3)
    for (mutexes, steps), times in found.items():
        row("races", mutexes, steps, median(times))
    for mutexes in "one_mutex", "many_mutexes":
        growth = median(found[mutexes, LONGEST]) / median(found[mutexes, SHORTEST])
        bench.at_most("%s: races of %d steps, times those of %d" % (mutexes, LONGEST, SHORTEST), growth, GROWTH)


def measure_long(bench, program):
    for mutexes, most in (1, LONGEST), (None, LONGEST // 10):
        steps = SHORTEST
        while steps <= most:
            locks = steps // 4  # of each thread
            arguments = [locks, 1] if mutexes else [1, locks]
            for way, options in ("dpor", BY_TRACES), ("none", WITHOUT):
                run = bench.run([*options, "--steps", 2 * LONGEST, "--executions", FEW], [program, 2, *arguments])
                row("long", "%s %s" % ("one_mutex" if mutexes else "many_mutexes", way), steps,
                    run.cpu_s * 1e6 / run.executions)
            steps *= 10


def main():
    bench = Bench(__doc__, rounds=5)
    contended = bench.compile("contended")
    row("what", "how", "round_or_steps", "us")
    measure_upkeep(bench, contended)
    measure_races(bench)
    measure_long(bench, contended)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

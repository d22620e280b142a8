#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the cost of a snapshot goes with what an execution writes, not with what there is.

    run_live_data.py [HEDDLE] [--rounds N]

The same test with 1 MB and with 256 MB of live data, made before main or in the
setup of a scenario.  Each execution writes to two pages of it.  What counts is the processor
time of one execution more: the difference between a short and a long run, so that making the
data and keeping a copy of it, which is done once, falls out.  The limit is for the
median of the ratios within a round.  CSV on standard output; exit status 1 if a limit
is missed.
"""
import sys

from measure import Bench, median, row

TIMES_SLOWER = 3
LITTLE, MUCH = 1, 256  # MB
SHORT, LONG = 2_000, 42_000  # executions


def rate(bench, way, command):
    def seconds(executions):
        options = ["--reset", "snapshot", "--snapshot-by", way, "--preemptions", 4, "--executions", executions]
        return bench.run(options, command).cpu_s

    return (LONG - SHORT) / (seconds(LONG) - seconds(SHORT))


def main():
    bench = Bench(__doc__, rounds=3)
    program = bench.compile("live_data")
    ratios = {}
    row("round", "snapshot_by", "made_in", "per_s_with_%d_mb" % LITTLE, "per_s_with_%d_mb" % MUCH, "ratio")
    for round_number in range(bench.rounds):
        for way in "userfaultfd", "mprotect":
            for made_in, more in ("constructor", []), ("setup", ["scenario"]):
                little = rate(bench, way, [program, LITTLE, *more])
                much = rate(bench, way, [program, MUCH, *more])
                ratios.setdefault((way, made_in), []).append(little / much)
                row(round_number, way, made_in, little, much, little / much)
    for (way, made_in), values in ratios.items():
        bench.at_most("by %s, data made in %s: times slower" % (way, made_in), median(values), TIMES_SLOWER)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

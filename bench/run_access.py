#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a plain access costs that needs no decision, with races checked.

    run_access.py [HEDDLE] [--rounds N]

programs/accesses.c does few and many accesses: in a program of one thread, and beside another
thread, where each access is looked at.  The difference in processor time, over the
difference in accesses, is what one costs.  From that is taken what it costs in the same
program without instrumentation, also under heddle.  The limits are for the median of the
rounds.  CSV on standard output; exit status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

ACCESS_NS = 15
ACCESSES_PER_ROUND = 8
FEW, MANY = 1_000, 10_001_000
KINDS = ["alone", "beside"]
OPTIONS = ["--reset", "fork", "--preemptions", 0, "--executions", 1, "--stuck-after", "5m"]


def nanoseconds(bench, program, kind):
    def seconds(rounds):
        return bench.run(OPTIONS, [program, kind, rounds]).cpu_s

    return (seconds(MANY) - seconds(FEW)) * 1e9 / ((MANY - FEW) * ACCESSES_PER_ROUND)


def main():
    bench = Bench(__doc__, rounds=5)
    plain, seen = bench.compile("accesses"), bench.instrument("accesses")
    costs = {kind: [] for kind in KINDS}
    row("round", "threads", "plain_ns", "instrumented_ns", "cost_ns")
    for round_number in range(bench.rounds):
        for kind in KINDS:
            before, after = nanoseconds(bench, plain, kind), nanoseconds(bench, seen, kind)
            costs[kind].append(after - before)
            row(round_number, kind, before, after, after - before)
    for kind in KINDS:
        row("median", kind, "", "", median(costs[kind]))
    bench.at_most("an access in a program of one thread, ns", median(costs["alone"]), ACCESS_NS)
    bench.at_most("an access beside another thread, ns", median(costs["beside"]), ACCESS_NS)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether an execution costs the same however much memory earlier ones have touched.

    run_touched.py [HEDDLE] [--rounds N]

programs/much_touched.c by `--reset loop`: one execution touches 1 MB or 256 MB, which the race
detector remembers, the others a few words.  What counts is the processor time of one execution more,
the difference between a short and a long run.  The limit is for the median of the ratios
within a round.  CSV on standard output; exit status 1 if it is missed.
"""
import sys

from measure import Bench, median, row

TIMES_SLOWER = 1.5
LITTLE, MUCH = 1, 256  # MB
SHORT, LONG = 20_000, 320_000  # executions


def nanoseconds(bench, program, megabytes):
    def seconds(executions):
        options = ["--reset", "loop", "--preemptions", 5, "--executions", executions, "--stuck-after", "5m"]
        return bench.run(options, [program, megabytes]).cpu_s

    return (seconds(LONG) - seconds(SHORT)) * 1e9 / (LONG - SHORT)


def main():
    bench = Bench(__doc__, rounds=3)
    program = bench.instrument("much_touched")
    ratios = []
    row("round", "ns_after_%d_mb" % LITTLE, "ns_after_%d_mb" % MUCH, "ratio")
    for round_number in range(bench.rounds):
        little, much = nanoseconds(bench, program, LITTLE), nanoseconds(bench, program, MUCH)
        ratios.append(much / little)
        row(round_number, little, much, ratios[-1])
    bench.at_most("times slower after much memory was touched", median(ratios), TIMES_SLOWER)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

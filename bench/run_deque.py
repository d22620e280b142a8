#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions per second of a test of lock-free code, with races checked.

    run_deque.py [HEDDLE] [--rounds N]

programs/deque.cc: two threads, about 36 atomic operations, by `--reset loop`.  A run is one whole
search up to a bound; start-up is part of the time.  The limit is for the median of the
rounds.  CSV on standard output; exit status 1 if it is missed.
"""
import sys

from measure import Bench, median, row

RATE = 200_000
OPTIONS = ["--reset", "loop", "--preemptions", 7]


def main():
    bench = Bench(__doc__, rounds=5)
    program = bench.instrument("deque")
    rates = []
    row("round", "executions", "steps_per_execution", "executions_per_s", "cpu_us_per_execution")
    for round_number in range(bench.rounds):
        run = bench.run(OPTIONS, [program])
        rates.append(run.rate)
        row(round_number, run.executions, run.report["steps"] / run.executions, run.rate,
            run.cpu_s * 1e6 / run.executions)
    bench.at_least("executions per second", median(rates), RATE)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

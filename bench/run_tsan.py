#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An instrumented program of one thread, against the same one under ThreadSanitizer.

    run_tsan.py [HEDDLE] [--rounds N]

programs/sort_and_hash.cc, as a plain program; compiled by `heddle c++`, run by itself and under
heddle; and compiled with -fsanitize=thread.  Figures are processor time, each less that of a run of
no rounds, and the limits are for the median of the ratios within a round.  CSV on
standard output; exit status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

TIMES_TSAN = 1
TIMES_PLAIN_BY_ITSELF = 5
ROUNDS = 8  # of the program


def main():
    bench = Bench(__doc__, rounds=5)
    plain, seen = bench.compile("sort_and_hash"), bench.instrument("sort_and_hash")
    tsan = bench.compile("sort_and_hash", "-fsanitize=thread")

    def alone(program):
        return bench.run_alone([program, ROUNDS]) - bench.run_alone([program, 0])

    def under_heddle(program):
        def seconds(rounds):
            return bench.run(["--preemptions", 0, "--executions", 1, "--stuck-after", "5m"], [program, rounds]).cpu_s

        return seconds(ROUNDS) - seconds(0)

    by_itself, against_tsan = [], []
    row("round", "plain_s", "by_itself_s", "heddle_s", "tsan_s")
    for round_number in range(bench.rounds):
        times = [alone(plain), alone(seen), under_heddle(seen), alone(tsan)]
        by_itself.append(times[1] / times[0])
        against_tsan.append(times[2] / times[3])
        row(round_number, *times)
    bench.at_most("by itself, times the plain program", median(by_itself), TIMES_PLAIN_BY_ITSELF)
    bench.at_most("under heddle, times ThreadSanitizer", median(against_tsan), TIMES_TSAN)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

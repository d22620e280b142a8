#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a reset by fork costs, against a bare clone, exit and wait of the same process.

    run_fork.py [HEDDLE] [--rounds N] [--executions N]

HEDDLE is the command to measure; without it, the environment says ($HEDDLE).

The bare figure is taken inside the program, under heddle, so that it has the same
memory to copy.  The two are measured in turn, because machines drift; the ratio of
the medians is the result.  CSV on standard output; exit status 1 if the ratio is
above the limit.
"""
import sys

from measure import Bench, median, row

LIMIT = 1.5


def bare_nanoseconds(bench, program, times):
    run = bench.run(["--reset", "fork", "--show-output", "--stuck-after", "5m"], [program, times])
    return float(next(line.split()[1] for line in run.output.splitlines() if line.startswith("bare ")))


def execution_nanoseconds(bench, program, times):
    return 1e9 / bench.run(["--reset", "fork", "--preemptions", "all", "--executions", times], [program]).rate


def main():
    bench = Bench(__doc__, rounds=9, more=lambda parser: parser.add_argument("--executions", type=int, default=3000))
    program = bench.compile("two_threads")
    bare, execution = [], []
    row("round", "bare_clone_ns", "execution_ns", "ratio")
    for round_number in range(bench.rounds):
        bare.append(bare_nanoseconds(bench, program, bench.options.executions))
        execution.append(execution_nanoseconds(bench, program, bench.options.executions))
        row(round_number, bare[-1], execution[-1], execution[-1] / bare[-1])
    ratio = median(execution) / median(bare)
    row("median", median(bare), median(execution), ratio)
    bench.at_most("the reset by fork, times a bare clone", ratio, LIMIT)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

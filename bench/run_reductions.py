#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions of the benchmarks of dynamic partial-order reduction, with --reduction dpor and inspect.

    run_reductions.py [HEDDLE] [--rounds N]

programs/indexer.c and fsbench.c, from Flanagan and Godefroid (POPL 2005), with as many threads as in
Table 1 of Yang, Chen, Gopalakrishnan and Kirby on Inspect.  How many executions there are is in that
table, and must be met exactly by both; Inspect did 31 to 50 of them a second.  The limits on the rates, by
`--reset loop` and by snapshot, are for the median of the rounds, for the largest number of threads; start-up
is part of the time.  CSV on standard output; exit status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

RATES = {"loop": 20_000, "snapshot": 5_000}
COUNTS = {
    "indexer": {11: 1, 12: 8, 13: 64, 14: 512, 15: 4096, 16: 32768},
    "fsbench": {13: 1, 14: 2, 16: 8, 18: 32, 20: 128, 22: 512, 24: 2048, 26: 8192},
}
OPTIONS = ["--preemptions", "all"]


def main():
    bench = Bench(__doc__, rounds=3)
    programs = {"indexer": bench.instrument("indexer"), "fsbench": bench.compile("fsbench")}
    row("reduction", "program", "reset", "threads", "executions", "cut_short", "executions_per_s")
    for reduction in ("dpor", "inspect"):
        for name, counts in COUNTS.items():
            rates = {reset: [] for reset in RATES}
            for threads, count in counts.items():
                for _ in range(bench.rounds if threads == max(counts) else 1):
                    for reset in RATES:
                        run = bench.run([*OPTIONS, "--reduction", reduction, "--reset", reset],
                                        [programs[name], str(threads)])
                        row(reduction, name, reset, threads, run.executions, run.report["pruned"], run.rate)
                        rates[reset].append(run.rate)
                        if run.executions != count:
                            break
                bench.exactly("%s of %s, %d threads" % (reduction, name, threads), run.executions, count)
            for reset, rate in RATES.items():
                bench.at_least("%s of %s by %s, executions per second" % (reduction, name, reset),
                               median(rates[reset][-bench.rounds:]), rate)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

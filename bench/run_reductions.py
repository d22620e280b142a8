#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions of the benchmarks of dynamic partial-order reduction, with --reduction dpor.

    run_reductions.py [HEDDLE] [--rounds N] [--long]

programs/indexer.c and fsbench.c, from Flanagan and Godefroid (POPL 2005), with as many threads as in
Table 1 of Yang, Chen, Gopalakrishnan and Kirby on Inspect.  How many executions there are is in that
table, and must be met exactly; Inspect did 31 to 50 of them a second.  The limit on the rate is for
the median of the rounds, for the largest number of threads; start-up is part of the time.
--long goes up to the largest numbers of the table.  CSV on standard output; exit status 1 if a limit
is missed.
"""
import sys

from measure import Bench, median, row

RATE = 5_000
COUNTS = {
    "indexer": {11: 1, 12: 8, 13: 64, 14: 512, 15: 4096, 16: 32768},
    "fsbench": {13: 1, 14: 2, 16: 8, 18: 32, 20: 128, 22: 512, 24: 2048, 26: 8192},
}
USUALLY_AT_MOST = 5000  # executions
OPTIONS = ["--preemptions", "all", "--reduction", "dpor", "--reset", "snapshot"]


def main():
    bench = Bench(__doc__, rounds=3, more=lambda parser: parser.add_argument("--long", action="store_true"))
    programs = {"indexer": bench.instrument("indexer"), "fsbench": bench.compile("fsbench")}
    row("program", "threads", "executions", "cut_short", "executions_per_s")
    for name, counts in COUNTS.items():
        known = {threads: count for threads, count in counts.items()
                 if bench.options.long or count <= USUALLY_AT_MOST}
        rates = []
        for threads, count in known.items():
            for _ in range(bench.rounds if threads == max(known) else 1):
                run = bench.run(OPTIONS, [programs[name], str(threads)])
                row(name, threads, run.executions, run.report["pruned"], run.rate)
                rates.append(run.rate)
            bench.exactly("%s, %d threads, executions" % (name, threads), run.executions, count)
        bench.at_least("%s, executions per second" % name, median(rates[-bench.rounds:]), RATE)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

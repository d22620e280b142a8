#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The default within a bound of 2, against no bound and against no reduction: what working out alike schedules costs.

    run_planning.py [HEDDLE] [--rounds N]

Programs of many threads that have much, little or nothing to do with each other.  Processor time of the default, of
--preemptions all, and of --reduction none within the bound, as far as that ends in 100,000 executions; the median of the
rounds.  Limit: twice the better of the two others, or 0.2 s.  CSV on standard output; exit status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

PROGRAMS = (("indexer", 8), ("indexer", 12), ("indexer", 14), ("fsbench", 10), ("fsbench", 14), ("contended", 3, 3, 1),
            ("contended", 5, 1, 1), ("contended", 7, 1, 1), ("file_system", 6), ("bluetooth", 2))
WAYS = {"default": ["--reduction", "dpor"], "no bound": ["--reduction", "dpor", "--preemptions", "all"],
        "no reduction": ["--executions", "100000"]}
LEAST_S = 0.2
MOST = 2


def main():
    bench = Bench(__doc__, rounds=3)
    row("program", "way", "executions", "verdict", "cpu_s")
    for name, *arguments in PROGRAMS:
        program = bench.instrument(name)
        words = " ".join([name, *map(str, arguments)])
        times = {}
        for way, options in WAYS.items():
            runs = [bench.run([*options, "--time", "60s"], [program, *arguments]) for _ in range(bench.rounds)]
            verdict = runs[0].report["verdict"]
            cpu_s = median([run.cpu_s for run in runs])
            row(words, way, runs[0].executions, verdict, cpu_s)
            if verdict == "clean":
                times[way] = cpu_s
        others = [times[way] for way in ("no bound", "no reduction") if way in times]
        if others:
            bench.at_most(words + ": processor time", times.get("default", 60), max(LEAST_S, MOST * min(others)))
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

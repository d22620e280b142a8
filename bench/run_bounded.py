#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--reduction dpor within bounds of preemptions: how many executions for each trace, and how long.

    run_bounded.py [HEDDLE] [--rounds N]

programs/contended.c, three threads that take and leave one mutex three times, two that do so eight times, and five
that do so once, by snapshots; the median of the rounds.  Within each bound up to 3: executions (those that are cut
short as well) for each state, and the processor time, with the reduction and without.  The same without a bound has
to be run with the reduction only.  Limits: at most 1.5 executions for each state; within no bound more than 1.5 times
the time that it takes without a bound.  The time against no reduction has no limit.  CSV on standard output; exit
status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

SIZES = ([3, 3, 1], [2, 8, 1], [5, 1, 1])
BOUNDS = (0, 1, 2, 3)
MOST = 1.5


def cpu_s(bench, program, size, reduction, bound):
    runs = [bench.run(["--reduction", reduction, "--preemptions", bound], [program, *size]) for _ in range(bench.rounds)]
    report = runs[0].report
    tried = report["executions"] + report["pruned"]
    row(" ".join(map(str, size)), reduction, str(bound), tried, report["states"], median([run.cpu_s for run in runs]))
    return tried / report["states"], median([run.cpu_s for run in runs])


def main():
    bench = Bench(__doc__, rounds=3)
    program = bench.instrument("contended")
    row("threads, rounds, mutexes", "reduction", "bound", "executions", "states", "cpu_s")
    for size in SIZES:
        _, without_bound = cpu_s(bench, program, size, "dpor", "all")
        for bound in BOUNDS:
            ratio, time = cpu_s(bench, program, size, "dpor", bound)
            cpu_s(bench, program, size, "none", bound)
            bench.at_most("%s within %d: executions for each state" % (size, bound), ratio, MOST)
            bench.at_most("%s within %d: times the time without a bound" % (size, bound), time / without_bound, MOST)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

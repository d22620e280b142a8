#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program with 130 data races that are suppressed: how often it is searched, and how long that takes.

    run_races.py [HEDDLE] [--rounds N] [--before HEDDLE]

programs/racy_places.c without preemptions, so that next to nothing is searched but what races make necessary; the
median of the rounds.  Limits: two searches, one that meets a race and one that knows all of them; and at most 30 times
the time of the same with --races ignore, which is one search.  With --before the same by an older heddle, whose limits
nobody asks for; it had a search for each race, and did not say how many.  CSV on standard output; exit status 1 if a
limit is missed.
"""
import os
import re
import sys

from measure import Bench, Run, median, row

RACES = 130
MOST = 30


def suppressed(report):
    found = [re.match(r"(\d+) data races? (is|are) suppressed", note) for note in report["notes"]]
    return sum(int(match[1]) for match in found if match)


def measure(bench, heddle, name, program, options):
    runs = [Run(heddle, bench.folder.name, ["--preemptions", "0", *options], [program]) for _ in range(bench.rounds)]
    report = runs[0].report
    races = suppressed(report)
    rounds = report.get("rounds", races + 1)
    cpu_s = median([run.cpu_s for run in runs])
    row(name, races, rounds, report["executions"], cpu_s, median([run.report["wall_s"] for run in runs]))
    return races, rounds, cpu_s


def main():
    bench = Bench(__doc__, rounds=3, more=lambda parser: parser.add_argument("--before"))
    program = bench.instrument("racy_places")
    suppressions = os.path.join(bench.folder.name, "all.supp")
    with open(suppressions, "w", encoding="utf-8") as file:
        file.write("race:*\n")
    row("what", "races", "rounds", "executions", "cpu_s", "wall_s")
    if bench.options.before:
        measure(bench, bench.options.before, "before", program, ["--suppressions", suppressions])
    _, _, alone = measure(bench, bench.heddle, "ignored", program, ["--races", "ignore"])
    races, rounds, cpu_s = measure(bench, bench.heddle, "suppressed", program, ["--suppressions", suppressions])
    bench.exactly("races", races, RACES)
    bench.exactly("searches", rounds, 2)
    bench.at_most("times the time of one search", cpu_s / alone, MOST)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

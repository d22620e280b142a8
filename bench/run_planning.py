#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The default within a bound of 2, against no bound and against no reduction: what working out alike schedules costs.

    run_planning.py [HEDDLE] [--rounds N] [--only REGEX]

Programs of many threads that have much, little or nothing to do with each other, and all programs of tests/programs:
compiled by heddle cc and, where they do not ask for that, plainly (then the reduction is asked for, since it is no default
there).  Processor time of the default, of --preemptions all, and of --reduction none within the bound, as far as these end in
60 s, or 10 s for those of tests/programs: the median of the rounds; of one round, if that is within the limit.  Limit: twice
the better of the two others, or 0.2 s.  CSV on standard output; exit status 1 if a limit is missed.
"""
import json
import os
import re
import resource
import subprocess
import sys

from measure import Bench, cpu_seconds, median, row
from tested_programs import tested_programs

PROGRAMS = (("indexer", 8), ("indexer", 12), ("indexer", 14), ("fsbench", 10), ("fsbench", 14), ("contended", 3, 3, 1),
            ("contended", 2, 8, 1), ("contended", 5, 1, 1), ("contended", 7, 1, 1), ("file_system", 2), ("file_system", 6),
            ("bluetooth", 1), ("bluetooth", 2), ("work_stealing", 3, 3), ("deque",), ("two_threads",), ("two_threads_scenario",),
            ("churn",), ("racy_places",), ("waiting", "driver", 3), ("waiting", "exchange", 3, 2), ("waiting", "ticket", 3, 2),
            ("waiting", "queue", 3, 2), ("bugs/reorder", 4), ("bugs/lost_update", 4), ("bugs/stealing", 3),
            ("bugs/racy_places", 2), ("bugs/rounds", 3), ("bugs/rounds", 7), ("bugs/spin_lock", 3), ("bugs/dining", 3),
            ("bugs/dining", 7))
WAYS = {"default": ["--reduction", "dpor"], "no bound": ["--reduction", "dpor", "--preemptions", "all"],
        "no reduction": ["--reduction", "none"]}
SECONDS = 60
SECONDS_IF_TESTED = 10
LEAST_S = 0.2
MOST = 2


class Planning(Bench):
    def __init__(self):
        def more(parser):
            parser.add_argument("--only", default="", help="programs whose names have this, a regular expression")
        super().__init__(__doc__, rounds=3, more=more)

    def is_wanted(self, name):
        return re.search(self.options.only, name) is not None

    def time(self, options, command, seconds, stdin=b""):
        """Its report, and processor time; a finding is an end as well."""
        report = os.path.join(self.folder.name, "report.json")
        words = [self.heddle, "run", "--json", report, "--out", os.path.join(self.folder.name, "out"), "--time",
                 "%ds" % seconds, *options, "--", *map(str, command)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        cpu_s = cpu_seconds(resource.getrusage(resource.RUSAGE_CHILDREN)) - cpu_seconds(before)
        if done.returncode not in (0, 1, 3):
            print("%s ended with %d:\n%s" % (" ".join(words), done.returncode, done.stdout.decode("utf-8", "replace")),
                  file=sys.stderr)
            return {"executions": 0, "verdict": "error", "reduction": None}, cpu_s
        with open(report, encoding="utf-8") as file:
            return json.load(file), cpu_s

    def compare(self, name, command, seconds, rounds, options=(), stdin=b""):
        """Processor time of the default, and what it has to keep to if one of the other ways has come to an end."""
        times = {}
        for way, reduction in WAYS.items():
            runs = [self.time([*options, *reduction], command, seconds, stdin) for _ in range(rounds)]
            report = runs[0][0]
            cpu_s = median([cpu_s for _, cpu_s in runs])
            row(name, way, report["executions"], report["verdict"], cpu_s)
            if report["verdict"] in ("clean", "finding"):
                times[way] = cpu_s
        others = [times[way] for way in ("no bound", "no reduction") if way in times]
        return times.get("default", seconds), max(LEAST_S, MOST * min(others)) if others else None

    def judge(self, name, command, seconds, options=(), stdin=b""):
        default, most = self.compare(name, command, seconds, 1, options, stdin)
        if most is not None and default > most:
            default, most = self.compare(name, command, seconds, self.rounds, options, stdin)
        if most is not None:
            self.at_most(name + ": processor time", default, most)


def main():
    bench = Planning()
    row("program", "way", "executions", "verdict", "cpu_s")
    for name, *arguments in PROGRAMS:
        words = " ".join([name, *map(str, arguments)])
        if bench.is_wanted(words):
            bench.judge(words, [bench.instrument(name), *arguments], SECONDS)
    for tested in tested_programs():
        options, arguments, stdin = tested.run()
        for seen in (True,) if tested.is_seen else (True, False):
            name = tested.name + ("" if seen else ", plain")
            program = bench.is_wanted(name) and tested.compile(bench.heddle, bench.folder.name, seen)
            if program:
                bench.judge(name, [program, *arguments], SECONDS_IF_TESTED, options, stdin)
                os.unlink(program)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

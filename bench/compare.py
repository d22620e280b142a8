#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two builds, measured in turn: what the new one costs, times the old one.

    compare.py OLD_BUILD NEW_BUILD [--rounds N] [--only REGEX] [--most RATIO]

The builds are folders such as build/release, of two checkouts, both configured with -DHEDDLE_BENCH=ON.  Each row is
one search that the other benchmarks run as well, cut so short that it takes some tenths of a second, or one benchmark
of micro/.  In every round each row is run by both builds, one after the other, the older first in every other round.
What is compared is processor time of all processes for an execution (or of an iteration, in micro/), the least of
all rounds: what other work on the machine adds is never negative, so that the least is what drifts least.

A "start" is a search of one execution, which is the time until there is a first one.  Rows whose programs are
instrumented compile them with the `heddle cc` of each build.

CSV on standard output: the row, the old figure and the new one in microseconds, the ratio; exit status 1 if a ratio is
above the limit (--most, 1.05).  Benchmarks that only one of the builds has, or refuses, are left out.
"""
import argparse
import json
import os
import re
import subprocess
import sys

from measure import Measured, row

LOOP = ["--reset", "loop"]
FORK = ["--reset", "fork"]
EXEC = ["--reset", "exec"]
USERFAULTFD = ["--reset", "snapshot", "--snapshot-by", "userfaultfd"]
MPROTECT = ["--reset", "snapshot", "--snapshot-by", "mprotect"]
DPOR = ["--reduction", "dpor"]
ALL = ["--preemptions", "all"]
PLAIN, SEEN = "plain", "seen"  # how a program is compiled


def within(bound):
    return ["--preemptions", bound]


def executions(number):
    return ["--executions", number]


# Row: how its program is compiled, options, command.
SEARCHES = {
    "start loop": (PLAIN, [*LOOP, *executions(1)], ["two_threads_scenario"]),
    "start snapshot": (PLAIN, [*USERFAULTFD, *executions(1)], ["two_threads"]),
    "loop": (PLAIN, [*LOOP, *within(4)], ["two_threads_scenario"]),
    "loop dfs": (PLAIN, [*LOOP, *ALL, "--strategy", "dfs", *executions(50_000)], ["two_threads_scenario"]),
    "loop icb without a bound": (PLAIN, [*LOOP, *ALL, *executions(50_000)], ["two_threads_scenario"]),
    "userfaultfd": (PLAIN, [*USERFAULTFD, *within(3)], ["two_threads"]),
    "mprotect": (PLAIN, [*MPROTECT, *within(3)], ["two_threads"]),
    "fork": (PLAIN, [*FORK, *within(4), *executions(1_000)], ["two_threads"]),
    "exec": (PLAIN, [*EXEC, *within(4), *executions(100)], ["two_threads"]),
    "two workers": (PLAIN, [*USERFAULTFD, *within(3), "-j", 2], ["two_threads_scenario"]),
    "new pages by userfaultfd": (PLAIN, [*USERFAULTFD, *DPOR, *ALL, *executions(5_000)], ["new_pages"]),
    "new pages by mprotect": (PLAIN, [*MPROTECT, *DPOR, *ALL, *executions(5_000)], ["new_pages"]),
    "steps of locks": (PLAIN, [*LOOP, *within(0), *executions(2_000)], ["steps", "lock", 1000]),
    "steps without a switch": (PLAIN, [*LOOP, *within(0), *executions(2_000)], ["steps", "stay", 1000]),
    "steps with a switch": (PLAIN, [*LOOP, *within(0), *executions(500)], ["steps", "switch", 1000]),
    "accesses alone": (SEEN, [*FORK, *within(0), *executions(1)], ["accesses", "alone", 2_000_000]),
    "accesses beside": (SEEN, [*FORK, *within(0), *executions(1)], ["accesses", "beside", 2_000_000]),
    "one thread": (SEEN, [*within(0), *executions(1)], ["sort_and_hash", 2]),
    "deque": (SEEN, [*LOOP, *within(5)], ["deque"]),
    "much touched": (SEEN, [*LOOP, *within(5), *executions(40_000)], ["much_touched", 16]),
    "live data by userfaultfd": (PLAIN, [*USERFAULTFD, *within(4), *executions(10_000)], ["live_data", 1]),
    "live data by mprotect": (PLAIN, [*MPROTECT, *within(4), *executions(10_000)], ["live_data", 1, "scenario"]),
    "churn by loop": (PLAIN, [*LOOP, *ALL, "--strategy", "dfs", *executions(50_000)], ["churn"]),
    "churn by snapshot": (PLAIN, [*USERFAULTFD, *ALL, "--strategy", "dfs", *executions(10_000)], ["churn"]),
    "bluetooth by cache": (SEEN, ["--reduction", "cache", *ALL], ["bluetooth", 3]),
    "file system by cache": (SEEN, ["--reduction", "cache", *ALL], ["file_system", 4, 4, 2]),
    "work stealing by icb": (SEEN, [*ALL, *executions(5_000)], ["work_stealing", 3, 3]),
    "work stealing by random": (SEEN, [*ALL, "--strategy", "random", *executions(5_000)], ["work_stealing", 3, 3]),
    "indexer by dpor": (SEEN, [*DPOR, *ALL], ["indexer", 13]),
    "fsbench by dpor": (SEEN, [*DPOR, *ALL], ["fsbench", 22]),
    "contended by dpor in loop": (PLAIN, [*LOOP, *DPOR, *ALL, *executions(20_000)], ["contended", 3, 6, 1]),
    "contended by random in loop":
        (PLAIN, [*LOOP, *ALL, "--strategy", "random", *executions(20_000)], ["contended", 3, 6, 1]),
    "contended by dfs in loop": (PLAIN, [*LOOP, *ALL, "--strategy", "dfs", *executions(20_000)], ["contended", 3, 6, 1]),
    "contended by dpor within 2": (SEEN, [*DPOR, *within(2)], ["contended", 3, 3, 1]),
    "contended by dpor": (SEEN, [*DPOR, *ALL], ["contended", 3, 3, 1]),
    "long, one mutex, by dpor":
        (PLAIN, [*LOOP, *DPOR, *ALL, "--steps", 200_000, *executions(20)], ["contended", 2, 2_500, 1]),
    "long, many mutexes, by dpor":
        (PLAIN, [*LOOP, *DPOR, *ALL, "--steps", 200_000, *executions(20)], ["contended", 2, 1, 250]),
    "long, one mutex": (PLAIN, [*LOOP, *ALL, "--steps", 200_000, *executions(20)], ["contended", 2, 2_500, 1]),
}


class Build(Measured):
    """One of the two, with its programs."""

    def __init__(self, folder):
        super().__init__(os.path.join(folder, "bin", "heddle"))
        self.micro = os.path.join(folder, "bench", "micro")
        self.compiled = {}

    def search_us(self, way, options, command):
        name, *arguments = command
        if (way, name) not in self.compiled:
            self.compiled[way, name] = self.compile(name) if way == PLAIN else self.instrument(name)
        run = self.run([*options, "--stuck-after", "5m"], [self.compiled[way, name], *arguments])
        return run.cpu_s * 1e6 / run.executions

    def benchmarks(self):
        return {name for name in os.listdir(self.micro) if name.endswith("_bench")} if os.path.isdir(self.micro) else set()

    def micro_us(self, benchmark):
        """Of all that a binary of micro/ measures."""
        done = subprocess.run([os.path.join(self.micro, benchmark), "--benchmark_format=json",
                               "--benchmark_min_time=0.05"], check=True, capture_output=True)
        per_us = {"ns": 1e3, "us": 1, "ms": 1e-3}
        return {"%s: %s" % (benchmark.removesuffix("_bench"), result["name"]):
                result["cpu_time"] / per_us[result["time_unit"]] for result in json.loads(done.stdout)["benchmarks"]}


def keep_least(least, name, build, figure):
    least.setdefault(name, {})
    least[name][build] = min(figure, least[name].get(build, figure))


def measure(builds, chosen, rounds):
    """The least of all rounds: row -> build -> microseconds."""
    least = {}
    for number in range(rounds):
        in_turn = builds if number % 2 == 0 else builds[::-1]
        for name, search in SEARCHES.items():
            if chosen(name):
                for build in in_turn:
                    keep_least(least, name, build, build.search_us(*search))
        for benchmark in sorted(set.intersection(*(build.benchmarks() for build in builds))):
            if chosen(benchmark):
                for build in in_turn:
                    for name, figure in build.micro_us(benchmark).items():
                        keep_least(least, name, build, figure)
        print("round %d of %d is done" % (number + 1, rounds), file=sys.stderr)
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", default="", metavar="REGEX", help="rows, or binaries of micro/, whose names it matches")
    parser.add_argument("--most", type=float, default=1.05, metavar="RATIO")
    options = parser.parse_args()
    old, new = Build(options.old), Build(options.new)
    least = measure([old, new], re.compile(options.only).search, options.rounds)
    slower = 0
    row("row", "old_us", "new_us", "ratio", "")
    for name, figures in least.items():
        if len(figures) == 2:
            ratio = figures[new] / figures[old]
            slower += ratio > options.most
            row('"%s"' % name, figures[old], figures[new], ratio, "slower" if ratio > options.most else "")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())

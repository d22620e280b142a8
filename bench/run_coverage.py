#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much of a program few preemptions cover, and how fast, against other searches.

    run_coverage.py [HEDDLE] [--folder DIR] [--strategies NAME...] [--executions N] [--time T]

Three programs that can be searched whole: the Bluetooth driver, the file system model and the
work-stealing queue of Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of
Multithreaded Programs", PLDI 2007, written anew (programs/).

Of each, by iterative context bounding without a limit, and with --reduction cache, which leaves out
no state: executions and states up to each bound, and which part of all states that is (their
Figure 4).  Then states after --executions executions by each of the strategies, without a
reduction (their Figures 2, 5 and 6); `depth:20` is --strategy depth --depth 20.  What heddle refuses
gets a row that says so.

CSV on standard output; the curves as DIR/PROGRAM-STRATEGY.csv, and drawn as DIR/PROGRAM.svg and
DIR/by-bound.svg, if a folder is given.  Limits: Bluetooth and the file system are covered with
4 preemptions; icb finds at least as many states as dfs.  On programs as small as these, a random walk
finds more states per execution than icb without a reduction, which runs many executions to the same
states; it never knows that it has them all.
"""
import csv
import os
import subprocess
import sys

from measure import Bench, row

# Name, arguments, and the bound by which everything is covered.
PROGRAMS = [
    ("bluetooth", ["3"], 4),
    ("file_system", ["4", "4", "2"], 4),
    ("work_stealing", ["3", "3"], None),
]
STRATEGIES = ["icb", "dfs", "random", "depth:10", "depth:20"]


def add_options(parser):
    parser.add_argument("--folder", help="where curves and figures go")
    parser.add_argument("--strategies", nargs="+", default=STRATEGIES, metavar="NAME")
    parser.add_argument("--executions", type=int, default=10_000)
    parser.add_argument("--time", default="60s", help="of a whole search")


def options_of(strategy):
    name, _, depth = strategy.partition(":")
    return ["--strategy", name, *(["--depth", depth] if depth else [])]


class Search:
    """One run with its curve, or the sentence with which heddle refused it."""

    def __init__(self, bench, folder, name, strategy, command, limits):
        self.curve = os.path.join(folder, "%s-%s.csv" % (name, strategy.replace(":", "-")))
        words = [bench.heddle, "run", "--coverage", self.curve, "--out", os.path.join(folder, "out"),
                 "--preemptions", "all", *options_of(strategy), *limits, "--", *command]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        self.status = done.returncode
        self.refused = done.stdout.strip().splitlines()[-1] if done.returncode == 2 else None
        if done.returncode not in (0, 2, 3):
            sys.exit("%s ended with %d:\n%s" % (" ".join(words), done.returncode, done.stdout))

    def rows(self):
        with open(self.curve, encoding="utf-8", newline="") as file:
            return [{key: int(value) if value else None for key, value in line.items()}
                    for line in csv.DictReader(file)]

    def by_bound(self):
        """What was there when each bound was complete."""
        first = {}
        for line in self.rows():
            if line["bound"] is not None:
                first.setdefault(line["bound"], line)
        return list(first.values())


def part(some, of_all):
    return "" if some is None else "%.1f" % (100 * some / of_all)


def number(value):
    return "" if value is None else str(value)


def show_bounds(bench, name, search, covered_by):
    last = search.rows()[-1]
    row("program", "bound", "executions", "states", "states_percent")
    for line in search.by_bound():
        row(name, str(line["bound"]), str(line["executions"]), number(line["states"]),
            part(line["states"], last["states"]))
    if search.status != 0:
        row(name, "incomplete", str(last["executions"]), number(last["states"]), "")
    elif covered_by is not None and last["states"] is not None:
        reached = min(line["bound"] for line in search.by_bound() if line["states"] == last["states"])
        bench.at_most("%s: preemptions that reach every state" % name, reached, covered_by)


def show_refusal(name, strategy, search):
    row(name, strategy, "", "", "refused: " + search.refused)


def show_growth(name, strategy, search):
    last = search.rows()[-1]
    states = last["states"]
    row(name, strategy, str(last["executions"]), number(states),
        "" if states is None else "%.4f" % (states / last["executions"]))
    return states


def draw(bench, output, curves, *options):
    subprocess.run([bench.heddle, "plot", *curves, "-o", output, *options], check=True)


def search_whole(bench, folder, name, command):
    limit = ["--time", bench.options.time]
    search = Search(bench, folder, name, "icb", command, ["--reduction", "cache", *limit])
    if search.refused:
        show_refusal(name, "icb with --reduction cache", search)
        search = Search(bench, folder, name, "icb", command, limit)
    if search.refused:
        sys.exit(search.refused)
    # The short search by the same strategy has a curve of its own.
    kept = os.path.join(folder, name + ".csv")
    os.replace(search.curve, kept)
    search.curve = kept
    return search


def compare(bench, folder, name, command):
    """Curves of all strategies that there are."""
    curves, states = [], {}
    row("program", "strategy", "executions", "states", "states_per_execution")
    for strategy in bench.options.strategies:
        search = Search(bench, folder, name, strategy, command, ["--executions", str(bench.options.executions)])
        if search.refused:
            show_refusal(name, strategy, search)
            continue
        states[strategy] = show_growth(name, strategy, search)
        curves.append(search.curve)
    if states.get("icb") is not None and states.get("dfs") is not None:
        bench.at_least("%s: states by icb, against dfs" % name, states["icb"], states["dfs"])
    return curves


def main():
    bench = Bench(__doc__, rounds=1, more=add_options)
    folder = bench.options.folder or bench.folder.name
    os.makedirs(folder, exist_ok=True)
    whole = []
    for name, arguments, covered_by in PROGRAMS:
        command = [bench.instrument(name), *arguments]
        search = search_whole(bench, folder, name, command)
        show_bounds(bench, name, search, covered_by)
        whole.append(search.curve)
        curves = compare(bench, folder, name, command)
        if curves:
            draw(bench, os.path.join(folder, name + ".svg"), curves, "--title", name)
    draw(bench, os.path.join(folder, "by-bound.svg"), whole, "--by", "bound")
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

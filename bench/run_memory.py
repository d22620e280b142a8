#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether memory stays flat however long an exploration goes on, apart from the frontier.

    run_memory.py [HEDDLE] [--long]

Growth: the memory of heddle and of the program's processes is read from /proc during a
run of a million executions (ten million with --long) by `--reset loop`, in depth-first
order, where little work waits; and during a run by snapshot.  It is private memory,
summed up, and the shared arena, once.  What is compared are the medians of the second fifth and of the last
fifth of the run, since copies of the program come and go.

Frontier: an exploration in the order of preemptions, stopped where much work waits.  What its
arena has more than that of a short one, over what waits more, is the cost of an item.  States that
were met are kept as well, and are taken off.

Traces: with --reduction dpor, a search of a thousand executions and one of a million, of three threads
that take one mutex (programs/contended.c).  What the arena has more after the long one, apart from states,
of which each execution is one; the worst of the samples, which are closer together since the short one is
soon done.  Tables of a fixed size are touched as they are needed, which is what little there is.  The same
of fsbench, with 16 threads (8 executions) and with 26 (8192).

CSV on standard output; exit status 1 if a limit is missed.
"""
import sys
import time

from measure import Bench, median, row

BYTES_PER_WAITING = 64
BYTES_PER_STATE = 24
GROWTH_PER_MILLION = 1 << 20
BYTES_OF_STATE = 16  # without the room that is left for more
GROWTH_BY_TRACES = 2 << 20  # in a thousand times as many executions
EVERY_S = 0.02
SOON_S = 0.001


def children_of(process):
    try:
        with open("/proc/%d/task/%d/children" % (process, process), encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:  # gone
        return []


def resident(process):
    """Private and shared bytes of a process; 0 if it is gone."""
    sizes = {"RssAnon:": 0, "RssShmem:": 0, "RssFile:": 0}
    try:
        with open("/proc/%d/status" % process, encoding="ascii", errors="replace") as file:
            for line in file:
                words = line.split()
                if words and words[0] in sizes:
                    sizes[words[0]] = int(words[1]) * 1024
    except (OSError, IndexError):
        pass
    return sizes["RssAnon:"], sizes["RssShmem:"] + sizes["RssFile:"]  # the search is a file


class Samples:
    """Of a run's memory, until it ends."""

    def __init__(self, every_s=EVERY_S):
        self.every_s = every_s
        self.total = []
        self.shared = []

    def watch(self, process):
        while process.poll() is None:
            self._take(process.pid)
            time.sleep(self.every_s)

    def _take(self, root):
        sizes, waiting = [], [root]
        while waiting:
            process = waiting.pop()
            sizes.append(resident(process))
            waiting += children_of(process)
        shared = max(size for _, size in sizes)
        if shared:  # else it has ended
            self.total.append(sum(size for size, _ in sizes) + shared)
            self.shared.append(shared)

    def growth(self):
        """Over three fifths of the run."""
        fifth = len(self.total) // 5
        if fifth < 3:
            sys.exit("the run was too short to be sampled")
        return median(self.total[-fifth:]) - median(self.total[fifth:2 * fifth])


def measure_growth(bench, options, program, executions):
    samples = Samples()
    run = bench.run([*options, "--strategy", "dfs", "--preemptions", "all", "--executions", executions], [program],
                    samples.watch)
    growth = samples.growth() - BYTES_PER_WAITING * run.report["waiting"] - BYTES_PER_STATE * run.report["states"]
    per_million = growth / (0.6 * run.executions / 1e6)
    row("growth", options[1], run.executions, median(samples.total), run.report["waiting"], per_million)
    bench.at_most("%s: growth in a million executions, bytes" % options[1], per_million, GROWTH_PER_MILLION)


def measure_frontier(bench, program):
    sizes, waiting, states = [], [], []
    for executions in 50_000, 500_000:
        samples = Samples()
        run = bench.run(["--reset", "loop", "--preemptions", "all", "--executions", executions], [program],
                        samples.watch)
        sizes.append(max(samples.shared))
        waiting.append(run.report["waiting"])
        states.append(run.report["states"])
        row("frontier", "loop", run.executions, sizes[-1], waiting[-1], "")
    per_item = (sizes[1] - sizes[0] - BYTES_PER_STATE * (states[1] - states[0])) / (waiting[1] - waiting[0])
    bench.at_most("an execution that waits, bytes", per_item, BYTES_PER_WAITING)


def run_traces(bench, executions, command):
    samples = Samples(SOON_S)
    run = bench.run(["--reset", "loop", "--reduction", "dpor", "--preemptions", "all", "--executions", executions],
                    command, samples.watch)
    row("traces", "loop", run.executions, max(samples.shared), run.report["waiting"], "")
    return max(samples.shared), run.report["states"]


def measure_traces(bench, contended, fsbench):
    searches = {
        "contended: growth from a thousand executions to a million, bytes":
            [run_traces(bench, executions, [contended, 3, 6, 1]) for executions in (1_000, 1_000_000)],
        "fsbench: growth from 8 executions to 8192, bytes":
            [run_traces(bench, 1_000_000, [fsbench, threads]) for threads in (16, 26)],
    }
    for name, ((small, few), (large, many)) in searches.items():
        bench.at_most("dpor of " + name, large - small - BYTES_OF_STATE * (many - few), GROWTH_BY_TRACES)


def main():
    bench = Bench(__doc__, rounds=1, more=lambda parser: parser.add_argument("--long", action="store_true"))
    scale = 10 if bench.options.long else 1
    churn = bench.compile("churn")
    row("what", "reset", "executions", "bytes", "waiting", "growth_per_million")
    measure_growth(bench, ["--reset", "loop"], churn, 1_000_000 * scale)
    measure_growth(bench, ["--reset", "snapshot"], churn, 200_000 * scale)
    measure_frontier(bench, bench.compile("two_threads_scenario"))
    measure_traces(bench, bench.compile("contended"), bench.compile("fsbench"))
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

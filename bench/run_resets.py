#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions per second by each way back to the start, for a test of 36 visible operations.

    run_resets.py [HEDDLE] [--rounds N]

Two threads, nine locks and unlocks each, with all that an ordinary run does.  A run is one whole
search up to a bound, except for fork and exec, which stop after some executions; start-up is
part of the time, so runs are long enough to make it small.  All ways are measured in turn,
because machines drift.  The limits are for the median of the rounds; that of a
snapshot is its ratio to fork within a round.

New pages: programs/new_pages.c, of which one execution in 64 writes to a page of its own.  The kernel
tells of it only when it is asked (userfaultfd), or at once (mprotect); the processor time of the one,
against the other.  CSV on standard output; exit status 1
if a limit is missed.
"""
import sys

from measure import Bench, median, row

LOOP_RATE = 300_000
BY_USERFAULTFD = 10  # times fork
BY_MPROTECT = 4
NEW_PAGES = 1.3  # times the processor time by mprotect

# name: program, options
WAYS = {
    "loop": ("two_threads_scenario", ["--reset", "loop", "--preemptions", "5"]),
    "userfaultfd": ("two_threads", ["--reset", "snapshot", "--snapshot-by", "userfaultfd", "--preemptions", "4"]),
    "mprotect": ("two_threads", ["--reset", "snapshot", "--snapshot-by", "mprotect", "--preemptions", "4"]),
    "fork": ("two_threads", ["--reset", "fork", "--preemptions", "4", "--executions", "3000"]),
    "exec": ("two_threads", ["--reset", "exec", "--preemptions", "4", "--executions", "200"]),
}


def measure_new_pages(bench):
    program = bench.compile("new_pages")
    ratios = []
    for round_number in range(bench.rounds):
        cpu = {}
        for way in "userfaultfd", "mprotect":
            run = bench.run(["--reset", "snapshot", "--snapshot-by", way, "--reduction", "dpor", "--preemptions", "all",
                             "--executions", "20000"], [program])
            cpu[way] = run.cpu_s
            row(round_number, "new pages by " + way, run.executions, run.rate, run.cpu_s * 1e6 / run.executions)
        ratios.append(cpu["userfaultfd"] / cpu["mprotect"])
    bench.at_most("new pages by userfaultfd, times mprotect", median(ratios), NEW_PAGES)


def main():
    bench = Bench(__doc__, rounds=5)
    programs = {name: bench.compile(name) for name, _ in WAYS.values()}
    rates = {way: [] for way in WAYS}
    row("round", "reset", "executions", "executions_per_s", "cpu_us_per_execution")
    for round_number in range(bench.rounds):
        for way, (program, options) in WAYS.items():
            run = bench.run(options, [programs[program]])
            rates[way].append(run.rate)
            row(round_number, way, run.executions, run.rate, run.cpu_s * 1e6 / run.executions)
    for way in WAYS:
        row("median", way, "", median(rates[way]), "")

    def times_fork(way):
        return median(rate / fork for rate, fork in zip(rates[way], rates["fork"]))

    bench.at_least("loop, executions per second", median(rates["loop"]), LOOP_RATE)
    bench.at_least("snapshot by userfaultfd, times fork", times_fork("userfaultfd"), BY_USERFAULTFD)
    bench.at_least("snapshot by mprotect, times fork", times_fork("mprotect"), BY_MPROTECT)
    measure_new_pages(bench)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

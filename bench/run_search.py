#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The search: what choosing costs, how soon a search goes on, and what a second worker brings.

    run_search.py [HEDDLE] [--rounds N]

Choosing: the time that search_bench (micro/) measures for the strategy alone, an execution of 36 steps,
against an execution of as many in `--reset loop` (programs/two_threads_scenario.c).

Resume: a search of the same program is stopped where more than a million schedules wait; then it is taken
up again for one execution, which is start-up, loading, and the report.

Workers: the same search by one worker and by two, in turns; whole runs, with the same counts.

CSV on standard output; exit status 1 if a limit is missed.
"""
import json
import os
import subprocess
import sys
import time

from measure import Bench, median, row

CHOOSING = 0.25
RESUME_S = 2
WAITING = 1_000_000
WORKERS = 1.5


def choosing_ns(bench):
    """Of icb, an execution."""
    build = os.path.dirname(os.path.dirname(os.path.realpath(bench.heddle)))
    program = os.path.join(build, "bench", "micro", "search_bench")
    out = subprocess.run([program, "--benchmark_format=json", "--benchmark_filter=icb"], check=True,
                         capture_output=True).stdout
    return json.loads(out)["benchmarks"][0]["real_time"]


def measure_choosing(bench, scenario):
    shares = []
    for round_number in range(bench.rounds):
        choosing = choosing_ns(bench)
        run = bench.run(["--reset", "loop", "--preemptions", 4], [scenario])
        whole = 1e9 / run.rate
        shares.append(choosing / whole)
        row("choosing", round_number, choosing, whole)
    bench.at_most("choosing, of an execution's time", median(shares), CHOOSING)


def measure_resume(bench, scenario):
    times = []
    executions = 100_000
    while True:
        run = bench.run(["--reset", "loop", "--preemptions", 8, "--executions", executions], [scenario])
        if run.report["waiting"] >= WAITING:
            break
        executions *= 2
    for round_number in range(bench.rounds):
        executions += 1
        begin = time.monotonic()
        done = subprocess.run([bench.heddle, "run", "--resume", bench.folder.name, "--executions", str(executions)],
                              stdin=subprocess.DEVNULL, capture_output=True)
        times.append(time.monotonic() - begin)
        if done.returncode != 3:
            sys.exit("it was not taken up again:\n" + done.stdout.decode() + done.stderr.decode())
        row("resume", round_number, run.report["waiting"], times[-1])
    bench.at_most("seconds to go on with a million schedules that wait", median(times), RESUME_S)


def measure_workers(bench, scenario):
    ratios = []
    for round_number in range(bench.rounds):
        one, two = (bench.run(["--preemptions", 5, "--reset", "snapshot", "-j", workers], [scenario])
                    for workers in (1, 2))
        if one.report["by_bound"] != two.report["by_bound"]:
            sys.exit("two workers did not come to what one did")
        ratios.append(one.report["wall_s"] / two.report["wall_s"])
        row("workers", round_number, one.report["wall_s"], two.report["wall_s"])
    bench.at_least("two workers, times as fast as one", median(ratios), WORKERS)


def main():
    bench = Bench(__doc__, rounds=3)
    scenario = bench.compile("two_threads_scenario")
    row("what", "round", "first", "second")
    measure_choosing(bench, scenario)
    measure_resume(bench, scenario)
    measure_workers(bench, scenario)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

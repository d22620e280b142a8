#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a reset by fork costs, against a bare clone, exit and wait of the same process.

    run_fork.py [HEDDLE] [--rounds N] [--executions N]

HEDDLE is the command to measure; without it, the environment says ($HEDDLE).

The bare figure is taken inside the program, under heddle, so that it has the same
memory to copy.  The two are measured in turn, because machines drift; the ratio of
the medians is the result.  CSV on standard output; exit status 1 if the ratio is
above the limit.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 1.5


def heddle_run(heddle, options, command, folder):
    report = os.path.join(folder, "report.json")
    done = subprocess.run([heddle, "run", "--json", report, "--out", folder] + options + ["--"] + command,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    with open(report, encoding="utf-8") as file:
        return json.load(file), done.stdout


def bare_nanoseconds(heddle, program, folder, times):
    _, output = heddle_run(heddle, ["--show-output", "--stuck-after", "5m"], [program, str(times)], folder)
    return float(next(line.split()[1] for line in output.splitlines() if line.startswith("bare ")))


def execution_nanoseconds(heddle, program, folder, times):
    report, _ = heddle_run(heddle, ["--preemptions", "all", "--executions", str(times)], [program], folder)
    return report["wall_s"] * 1e9 / report["executions"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heddle", nargs="?", default=os.environ.get("HEDDLE", "heddle"))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--executions", type=int, default=3000)
    options = parser.parse_args()
    heddle = shutil.which(options.heddle) or sys.exit("run_fork.py: no such command: " + options.heddle)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "two_threads")
        source = os.path.join(HERE, "programs", "two_threads.c")
        subprocess.run(["cc", "-O2", "-g", "-pthread", source, "-o", program], check=True)
        bare, execution = [], []
        print("round,bare_clone_ns,execution_ns,ratio")
        for round_number in range(options.rounds):
            bare.append(bare_nanoseconds(heddle, program, folder, options.executions))
            execution.append(execution_nanoseconds(heddle, program, folder, options.executions))
            print("%d,%.0f,%.0f,%.3f" % (round_number, bare[-1], execution[-1], execution[-1] / bare[-1]))
    ratio = statistics.median(execution) / statistics.median(bare)
    print("median,%.0f,%.0f,%.3f" % (statistics.median(bare), statistics.median(execution), ratio))
    if ratio > LIMIT:
        print("the reset by fork takes %.2f times a bare clone; the limit is %.1f" % (ratio, LIMIT), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

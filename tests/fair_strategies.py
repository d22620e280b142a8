#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs correct programs that wait in loops by every strategy: none may find anything.

    fair_strategies.py HEDDLE FILE

FILE has the path of a program in each line.  A loop that waits comes to its end only in a fair
schedule, so a strategy that is not fair would report a livelock sooner or later, or hang.
"""
import json
import os
import subprocess
import sys
import tempfile

STRATEGIES = ("icb", "dfs", "random", "pct", "pos", "delay")
MUST_BE_THERE = {"icb", "dfs"}
EXECUTIONS = 200
TIMEOUT_S = 60


def is_there(heddle, strategy):
    """Not all are built."""
    result = subprocess.run([heddle, "run", "--strategy", strategy, "--executions", "1", "true"], capture_output=True,
                            stdin=subprocess.DEVNULL, timeout=TIMEOUT_S)
    return result.returncode != 2


def problem_with(heddle, program, strategy):
    """Nothing, or what it found."""
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as folder:
        report = os.path.join(folder, "report.json")
        command = [heddle, "run", "--strategy", strategy, "--executions", str(EXECUTIONS), "--steps", "20000",
                   "--volatile-sync", "--allow-incomplete", "--out", folder, "--json", report, program]
        result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT_S)
        if result.returncode == 0:
            return ""
        try:
            with open(report, encoding="utf-8") as file:
                found = ", ".join(f"{each['kind']}: {each['message']}" for each in json.load(file)["findings"])
        except OSError:
            found = result.stderr.decode("utf-8", "replace")
        return f"{program} by {strategy}: status {result.returncode}: {found}"


def main():
    heddle = os.path.abspath(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        programs = file.read().split()
    strategies = [strategy for strategy in STRATEGIES if is_there(heddle, strategy)]
    problems = [f"no {strategy}" for strategy in MUST_BE_THERE - set(strategies)]
    problems += [] if programs else ["no programs"]
    problems += [problem for program in programs for strategy in strategies
                 if (problem := problem_with(heddle, program, strategy))]
    print(f"{len(programs)} programs by {', '.join(strategies)}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills the processes of a run at random moments; its counts must not change.

Usage: kills_test.py HEDDLE RUNS KILLS_PER_RUN SECONDS_BETWEEN [OPTION...] -- PROGRAM...
Who is killed: the server, the worker or copy (its children), or both.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

FIGURES = ["executions", "pruned", "steps", "states", "by_bound", "bound", "verdict", "max_steps"]


def children(process):
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
        return 1
    except OSError:
        return 0


def strike(heddle, who):
    done = 0
    for server in children(heddle):
        below = children(server)
        if who in ("worker", "both"):
            done += sum(kill(worker) for worker in below[:1])  # another is a copy of the moment
        if who in ("server", "both"):
            done += kill(server)
    return done


def run(command, kills, pause, chooser):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    struck = {"worker": 0, "server": 0, "both": 0}
    for _ in range(kills):
        time.sleep(chooser.uniform(0.3 * pause, 1.7 * pause))
        if process.poll() is not None:
            break
        who = chooser.choice(list(struck))
        struck[who] += 1 if strike(process.pid, who) else 0
    output, errors = process.communicate(timeout=300)
    try:
        return json.loads(output), struck, errors.decode(), process.returncode
    except ValueError:
        return None, struck, errors.decode() + output.decode(), process.returncode


def main():
    heddle, runs, kills, pause = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    with tempfile.TemporaryDirectory() as folder:  # others run beside this one
        command = [heddle, "run", "--json", "-", "--out", os.path.join(folder, "out")] + sys.argv[5:]
        return compare(command, runs, kills, pause)


def compare(command, runs, kills, pause):
    expected, _, errors, status = run(command, 0, 1, random)
    if expected is None:
        print(f"status {status}\n{errors}")
        return 1
    print("undisturbed:", {f: expected.get(f) for f in FIGURES}, "status", status)
    failures = 0
    total = 0
    for seed in range(runs):
        chooser = random.Random(seed)
        got, struck, errors, code = run(command, kills, pause, chooser)
        total += sum(struck.values())
        differ = {f: got.get(f) for f in FIGURES if got.get(f) != expected.get(f)} if got else "no JSON"
        if differ or code != status:
            failures += 1
            print(f"seed {seed}: {struck} status {code}: {differ}\n{errors}", flush=True)
    print(f"{runs} runs, {total} kills, {failures} failures")
    return 1 if failures else 0


sys.exit(main())

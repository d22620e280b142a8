#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls with effects outside memory depend on each other: no reduction loses an order of them.

usage: families_test.py HEDDLE PROGRAM [OPTION...]

PROGRAM is families.c.  Each of its cases has two outcomes, which `--reduction none` shows; with the
OPTIONs, the outcomes must be the same.
"""
import json
import os
import subprocess
import sys
import tempfile

# Calls that are no effects which are announced: alone in a thread they have one order.
NOT_ANNOUNCED = {"keys", "puts_fclose", "fclose_puts", "puts_freopen", "write_close", "write_dup2", "write_restored",
                 "write_dup"}
OUTCOMES = ["the program exits with status 10", "the program exits with status 11"]


def outcomes(heddle, program, words, options, folder):
    report = os.path.join(folder, "report.json")
    command = [heddle, "run", "--keep-going", "--max-findings", "9", "--out", folder, "--json", report, *options,
               program, *words]
    run = subprocess.run(command, input="ab", capture_output=True, text=True, check=False, timeout=120,
                         env={**os.environ, "TMPDIR": folder})
    with open(report, encoding="utf-8") as file:
        found = json.load(file)
    os.unlink(report)
    if found["verdict"] != "finding":
        print(run.stdout, run.stderr, file=sys.stderr)
    return sorted(finding["message"] for finding in found["findings"])


def main(heddle, program, options):
    cases = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            for way in ["locks", "bare"]:
                if way == "bare" and case in NOT_ANNOUNCED:
                    continue
                found = outcomes(heddle, program, [case, way], options, folder)
                if found != OUTCOMES:
                    problems += 1
                    print(f"{case} {way}: {found}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]))

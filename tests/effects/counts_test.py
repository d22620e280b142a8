#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Threads that share nothing keep their counts: what they print or format adds no step and no order.

usage: counts_test.py HEDDLE PROGRAM MAX_STEPS
"""
import json
import os
import subprocess
import sys
import tempfile


def main(heddle, program, max_steps):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run([heddle, "run", "--out", folder, "--json", report, program], check=True,
                       stdout=subprocess.DEVNULL, timeout=120)
        with open(report, encoding="utf-8") as file:
            found = json.load(file)
    said = (found["verdict"], found["states"], found["max_steps"])
    if said != ("clean", 1, max_steps):
        print(f"{program}: {said}, expected one state, after {max_steps} steps", file=sys.stderr)
        return 1
    if any("effects outside memory" in text for text in found["guarantee"]["assumptions"]):
        print(f"{program}: the report speaks of effects", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3])))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each program here has the same executions in place as in fresh copies.

Usage: agreement_test.py HEDDLE FOLDER_OF_COMPILED_PROGRAMS
Programs are compiled with -pthread -D_GNU_SOURCE and heddle's include folder.
"""
import json
import os
import subprocess
import sys
import tempfile

CASES = [
    ["first_words"], ["protected"], ["trimmed"], ["close_all"], ["grows"], ["input"],
    ["last_batch", "bbaaba", "bbabaa"], ["last_batch", "babbaa", "bbaaba"],
    ["descriptors", "300"], ["sandbox", "0"], ["sandbox", "1"], ["sandbox", "strict"],
] + [["surroundings", what] for what in ("nice", "name", "affinity", "pending", "child", "timer",
                                         "no_new_privs", "session")]
if os.geteuid() == 0:
    CASES.append(["surroundings", "user"])
FIGURES = ["verdict", "executions", "pruned", "steps", "by_bound", "max_steps"]


def figures(heddle, folder, case, options):
    with tempfile.TemporaryDirectory(prefix="heddle-agreement-") as out:
        command = [heddle, "run", "--json", "-", "--keep-going", "--preemptions", "2", "--out", out, *options, "--",
                   os.path.join(folder, case[0]), *case[1:]]
        done = subprocess.run(command, input=b"abc\n", capture_output=True, timeout=120)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return {"status": done.returncode, "said": done.stderr.decode()[-300:]}
    kinds = sorted(finding["kind"] for finding in report["findings"])
    return {"status": done.returncode, "findings": kinds, **{f: report[f] for f in FIGURES}}


def main():
    heddle, folder = sys.argv[1:]
    failures = 0
    for case in CASES:
        expected = figures(heddle, folder, case, ["--reset", "fork"])
        for way in ("userfaultfd", "mprotect"):
            got = figures(heddle, folder, case, ["--reset", "snapshot", "--snapshot-by", way])
            if got != expected:
                failures += 1
                print(" ".join(case), way, "\n  fork:", expected, "\n  in place:", got)
    print(f"{len(CASES)} cases, {failures} failures")
    return 1 if failures else 0


sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is a program's report the same, however the program gets back to its start?

    same_everywhere.py HEDDLE PROGRAM SOURCE [--ways WAY,WAY…] [--keep-going]

Runs each RUN line of SOURCE (see run_program.py) in every way, and compares with what its EXPECT line
says, and with each other: verdict, numbers of executions and steps by bound, findings with their
places, and the schedules themselves, in their order.  A way is left out if the program is no
scenario and the way is `loop`.  To have fallen back to another way is a failure.

--keep-going runs the last RUN line alone, and goes on after findings, for so many executions at most.
Findings are replayed only without it.
"""
import argparse
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import run_program  # pylint: disable=wrong-import-position

MOST_EXECUTIONS = 1000
run_program.TIMEOUT_S = 300

WAYS = {
    "snapshot": ["--reset", "snapshot"],
    "mprotect": ["--reset", "snapshot", "--snapshot-by", "mprotect"],
    "fork": ["--reset", "fork"],
    "exec": ["--reset", "exec"],
    "loop": ["--reset", "loop"],
}
COUNTS = ("verdict", "executions", "pruned", "diverged", "steps", "threads", "max_steps", "max_preemptions",
          "by_bound", "bound", "error", "stopped_by")
OF_FINDING = ("kind", "message", "preemptions", "context_switches", "execution", "executions", "location",
              "reproduced")


def is_scenario(source):
    with open(source, encoding="utf-8") as file:
        return re.search(r"\bheddle_scenario\(", file.read()) is not None


def reading(report, schedules):
    """What has to be the same, by name."""
    what = {key: report.get(key) for key in COUNTS}
    for number, finding in enumerate(report.get("findings") or [], 1):
        for key in OF_FINDING:
            what[f"finding {number}: {key}"] = finding.get(key)
    what["schedules"] = schedules
    return what


def differences(here, there):
    for key in dict.fromkeys([*there, *here]):
        a, b = here.get(key), there.get(key)
        if a != b and key == "schedules":
            at = next((i for i, pair in enumerate(zip(a, b)) if pair[0] != pair[1]), min(len(a), len(b)))
            yield (f"schedules: {len(a)} and {len(b)}; number {at + 1} is "
                   f"{a[at:at + 1]}, expected {b[at:at + 1]}")
        elif a != b:
            yield f"{key}: {a}, expected {b}"


def run_one_way(heddle, program, words, stdin, way, folder):
    """(status, report, reading); what is wrong in itself is raised as a Mismatch."""
    json_file, log = os.path.join(folder, "report.json"), os.path.join(folder, "schedules")
    words = [program if word == "%t" else word for word in words]
    command = [heddle, "run", *WAYS[way], "--json", json_file, "--log-schedules", log,
               "--out", os.path.join(folder, "traces"), *words]
    status, out, err = run_program.call(command, stdin)
    try:
        with open(json_file, encoding="utf-8") as file:
            report = json.load(file)
        with open(log, encoding="utf-8") as file:
            schedules = file.read().splitlines()
    except (OSError, ValueError) as error:
        raise run_program.Mismatch([f"{run_program.describe(status)}, and no report: {error}",
                                    run_program.tail(out + err)]) from None
    wrong = []
    if report.get("reset") != WAYS[way][1]:
        wrong.append(f"reset {report.get('reset')}, expected {WAYS[way][1]}: {report.get('notes')}")
    if "--keep-going" not in words:
        wrong += run_program.replay(heddle, report)
    if wrong:
        raise run_program.Mismatch([*wrong, run_program.tail(out + err)])
    return status, report, reading(report, schedules)


def check(heddle, program, run, stdin, ways, bound):
    """Yields what is wrong, way by way."""
    words, expected = run
    first = None
    for way in ways:
        with tempfile.TemporaryDirectory(prefix="heddle-matrix-") as folder:
            try:
                status, report, read = run_one_way(heddle, program, words, stdin, way, folder)
            except run_program.Mismatch as mismatch:
                yield way, mismatch.args[0]
                continue
        wrong = list(run_program.compare(report, status, expected, bound)) if expected else []
        if first is None:
            first = read
        wrong += differences(read, first)
        if wrong:
            yield way, wrong
        print(f"  {way}: {report['verdict']}, {report['executions']} executions, {report.get('wall_s')} s")


def main():
    parser = argparse.ArgumentParser(description="Compare a program's reports over all ways to reset it.")
    parser.add_argument("heddle")
    parser.add_argument("program")
    parser.add_argument("source", help="the file with the RUN and EXPECT lines")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--keep-going", action="store_true")
    options = parser.parse_args()
    heddle, program = os.path.abspath(options.heddle), os.path.abspath(options.program)
    ways = [way for way in options.ways.split(",") if way != "loop" or is_scenario(options.source)]
    runs, stdin = run_program.directives(options.source)
    failed = False
    seen = []
    for command, expected in runs[-1:] if options.keep_going else runs:
        words = run_program.without(run_program.options_of(command, options.source), "--reset", "--snapshot-by")
        if options.keep_going:
            limits = ["--executions", str(MOST_EXECUTIONS), "--allow-incomplete"]
            words, expected = ["--keep-going", *limits, *words], None
        if words in seen:
            continue
        seen.append(words)
        print("heddle run " + " ".join(words))
        bound = run_program.requested_bound(words)
        for way, lines in check(heddle, program, (words, expected), stdin, ways, bound):
            failed = True
            print("\n".join([f"  {way}:", *("    " + line for line in lines)]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

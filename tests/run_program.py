#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs heddle on a program as the program's source says, and compares.

    run_program.py HEDDLE PROGRAM SOURCE [--extra "OPTIONS"] [--exhaustive]

SOURCE has pairs of lines, anywhere in a comment; %t is PROGRAM, %S the folder of SOURCE:

    // RUN: heddle run --preemptions 0 %t
    // EXPECT: clean
    // RUN: heddle run %t
    // EXPECT: deadlock preemptions=1

EXPECT is `clean`, `incomplete`, `nothing` (found, with --allow-incomplete), or the kind of the first finding, with the number of preemptions
in which it shows if that is known; where what is met first is a matter of the order of the search,
`kind|other_kind`.  `// STDIN: text` gives all runs something to read (\\n is a new
line).  Every finding is replayed, on fibers and on OS threads, and has to recur.

--extra adds options to every run, in place of what it says of them itself.  --exhaustive makes a
depth-first search of all schedules instead, with the options of the last RUN but for its bound: such a search meets the bug in some
schedule, not in one with the fewest preemptions, so only its kind is compared.

Prints what differs, and the command to see it; status 1 if something does.
"""
import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

TIMEOUT_S = 60
STATUS = {"clean": 0, "finding": 1, "incomplete": 3, "nothing": 0}


class Mismatch(Exception):
    """What a run should have shown and did not; all lines of it."""


def directives(path):
    """The runs as (command, expectation), and what the program reads."""
    runs, stdin, command = [], "", None
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.search(r"\b(RUN|EXPECT|STDIN): *(.*?) *$", line)
            if match is None:
                continue
            word, text = match.groups()
            if word == "STDIN":
                stdin += text.replace("\\n", "\n")
            elif word == "RUN":
                if command is not None:
                    raise Mismatch([f"{path}: RUN without EXPECT: {command}"])
                command = text
            else:
                if command is None:
                    raise Mismatch([f"{path}: EXPECT without RUN: {text}"])
                runs.append((command, expectation(text)))
                command = None
    if not runs or command is not None:
        raise Mismatch([f"{path}: should have pairs of RUN and EXPECT"])
    return runs, stdin.encode()


def expectation(text):
    """{"verdict", "kind", "preemptions"}; the last two only of a finding, and where known."""
    match = re.fullmatch(r"(\w+(?:\|\w+)*)(?: preemptions=(\d+))?", text)
    if match is None:
        raise Mismatch([f"cannot read EXPECT: {text}"])
    word, preemptions = match.groups()
    if word in ("clean", "incomplete", "nothing"):
        return {"verdict": word}
    return {"verdict": "finding", "kind": word, "preemptions": preemptions and int(preemptions)}


def call(command, stdin=b"", **more):
    """(status, standard output, standard error); the status is None if it had to be killed.

    The command gets a process group of its own, which is killed with all that it started.  More
    arguments are for Popen.
    """
    with tempfile.TemporaryFile() as to_read:
        to_read.write(stdin)
        to_read.seek(0)
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen(command, stdin=to_read, start_new_session=True, **(streams | more))
        try:
            out, err = process.communicate(timeout=TIMEOUT_S)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            status = None
    return status, (out or b"").decode("utf-8", "replace"), (err or b"").decode("utf-8", "replace")


def describe(status):
    return f"no end after {TIMEOUT_S} s" if status is None else f"exit status {status}"


def requested_bound(words):
    for i, word in enumerate(words):
        if word == "--preemptions":
            return words[i + 1]
    return "2"


def without(words, *options):
    """The words, but for these options and their values."""
    left, skip = [], False
    for word in words:
        if not skip and word not in options:
            left.append(word)
        skip = not skip and word in options
    return left


def compare(report, status, expected, bound):
    """Yields what is wrong with the report."""
    verdict = report.get("verdict")
    findings = report.get("findings") or []
    first = findings[0] if findings else None
    shown = f"{first.get('kind')} preemptions={first.get('preemptions')}" if first else verdict
    if expected["verdict"] == "nothing" and verdict in ("clean", "incomplete"):
        verdict = "nothing"
    if verdict != expected["verdict"]:
        yield f"verdict {verdict} ({shown}), expected {expected['verdict']} {expected.get('kind') or ''}".rstrip()
    if status != STATUS[expected["verdict"]]:
        yield f"{describe(status)}, expected {STATUS[expected['verdict']]}"
    if not isinstance(report.get("executions"), int) or report["executions"] < 1:
        yield f"executions {report.get('executions')}, expected at least 1"
    completed = (report.get("bound") or {}).get("completed")
    if expected["verdict"] == "finding":
        # Where fairness climbs, what is complete at the rung of the finding.
        rungs = (report.get("bound") or {}).get("fairness") or []
        yield from compare_finding(first, expected, rungs[-1]["completed"] if rungs else completed)
    elif first is not None:
        yield f"a finding that should not be: {shown}: {first.get('message')}"
    elif expected["verdict"] == "clean" and bound is not None and str(completed) != bound:
        yield f"bound completed {completed}, expected {bound}"


def compare_finding(first, expected, completed):
    if first is None:
        yield f"no finding, expected {expected['kind']}"
        return
    if first.get("kind") not in expected["kind"].split("|"):
        yield f"kind {first.get('kind')}, expected {expected['kind']} ({first.get('message')})"
    if first.get("reproduced") is not True:
        yield f"reproduced {first.get('reproduced')}, expected true"
    if not first.get("message"):
        yield "the finding has no message"
    wanted = expected.get("preemptions")
    if wanted is not None:
        if first.get("preemptions") != wanted:
            yield f"preemptions {first.get('preemptions')}, expected {wanted}"
        elif wanted > 0 and (completed is None or completed == "all" or completed < wanted - 1):
            yield f"bound completed {completed}, expected at least {wanted - 1}: the number might not be the least"


def replay(heddle, report):
    for finding in report.get("findings") or []:
        trace = finding.get("trace")
        if not trace or not os.path.isfile(trace):
            yield f"trace {trace} of the finding does not exist"
            continue
        for threads in ("fibers", "os"):
            status, out, err = call([heddle, "replay", "--threads", threads, trace])
            if status != 1:
                yield f"heddle replay --threads {threads}: {describe(status)}, expected 1\n{tail(out + err)}"


def tail(text, lines=12):
    return "\n".join("    | " + line for line in text.rstrip().splitlines()[-lines:])


def run_once(heddle, program, words, stdin, expected, bound, folder):
    """One run of heddle.  Raises Mismatch."""
    json_file = os.path.join(folder, "report.json")
    reports = ["--json", json_file, "--out", os.path.join(folder, "traces")]
    words = [program if word == "%t" else word for word in words]
    command = [heddle, "run"] + reports + words
    status, out, err = call(command, stdin)
    shown = shlex.join([heddle, "run"] + words)
    said = tail(out + err)
    try:
        with open(json_file, encoding="utf-8") as file:
            report = json.load(file)
    except (OSError, ValueError) as error:
        raise Mismatch([f"{shown}", f"  {describe(status)}, and no report: {error}", said]) from None
    wrong = list(compare(report, status, expected, bound))
    if not wrong:
        wrong = list(replay(heddle, report))
    if wrong:
        raise Mismatch([shown] + ["  " + line for line in wrong] + [said])
    first = (report.get("findings") or [{}])[0]
    found = f"{first['kind']} preemptions={first.get('preemptions')}" if first else report["verdict"]
    print(f"{shown}\n  {found}, {report['executions']} executions, {report.get('wall_s')} s")


def options_of(command, source):
    words = [word.replace("%S", os.path.dirname(os.path.abspath(source))) for word in shlex.split(command)]
    if words[:2] != ["heddle", "run"] or "%t" not in words:
        raise Mismatch([f"RUN should be `heddle run [OPTIONS] %t [ARGUMENTS]`: {command}"])
    return words[2:]


def main():
    parser = argparse.ArgumentParser(description="Run heddle on a program as its source says, and compare.")
    parser.add_argument("heddle")
    parser.add_argument("program")
    parser.add_argument("source", help="the file with the RUN and EXPECT lines")
    parser.add_argument("--extra", default="", help="more options for every run, in one word")
    parser.add_argument("--exhaustive", action="store_true", help="all schedules, depth first, by the last RUN")
    options = parser.parse_args()
    heddle, program = os.path.abspath(options.heddle), os.path.abspath(options.program)
    failed = False
    try:
        runs, stdin = directives(options.source)
        for command, expected in runs[-1:] if options.exhaustive else runs:
            words = options_of(command, options.source)
            bound = requested_bound(words)
            if options.exhaustive:
                words = ["--strategy", "dfs", "--preemptions", "all"] + without(words, "--preemptions")
                expected = dict(expected, preemptions=None)
                bound = None
            extra = shlex.split(options.extra)
            words = extra + without(words, *(word for word in extra if word.startswith("--")))
            with tempfile.TemporaryDirectory(prefix="heddle-test-") as folder:
                try:
                    run_once(heddle, program, words, stdin, expected, bound, folder)
                except Mismatch as mismatch:
                    failed = True
                    print("\n".join(mismatch.args[0]))
    except Mismatch as mismatch:
        failed = True
        print("\n".join(mismatch.args[0]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is every execution of a program like the first, however heddle gets back to the start?

    run.py HEDDLE PROGRAM SOURCE CONFIGURATION…

Runs a program of this folder in each configuration (configurations.py).  Each run has to be clean
and complete, and all of them have to run the same schedules in the same order.  Lines in SOURCE:

    // OUTPUT: 3                   each execution prints as many lines that begin with `|`, the same
                                   ones, in any order
    // INHERITS: 9                 the program inherits this descriptor: ten digits, standing at 5
    // UNCONTROLLED: alarm, fork   what the guarantee lists; nothing if there is no such line
    // EXCEPT: fork                configurations that are known not to put this back

Prints what differs; status 1 if something does.
"""
import argparse
import collections
import json
import os
import re
import shlex
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import configurations  # noqa: E402
from run_program import call, describe, tail  # noqa: E402

FEWEST = 20
STDIN = b"first\nsecond\n12 34\nlast\n"


class Source:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()

        def directive(word):
            match = re.search(rf"// {word}: *(.*?) *$", text, re.MULTILINE)
            return match.group(1) if match else ""
        self.lines = int(directive("OUTPUT") or 0)
        self.excepted = directive("EXCEPT").split()
        self.inherits = int(directive("INHERITS") or -1)
        self.uncontrolled = sorted(filter(None, re.split(r", *", directive("UNCONTROLLED"))))


class Ran:
    """One run of heddle: what it reported, which schedules it ran, what the program said."""

    def __init__(self, heddle, program, source, configuration, show, folder):
        report, log, notes = (os.path.join(folder, name) for name in ("report", "log", "notes"))
        inherited = []
        if source.inherits >= 0:
            path = os.path.join(folder, "inherited")
            with open(path, "wb") as file:
                file.write(b"0123456789")
            configurations.open_with(source.inherits, path)
            os.lseek(source.inherits, 5, os.SEEK_SET)
            inherited = [source.inherits]
        command = [heddle, "run", *configurations.options_of(configuration), *(["--show-output"] if show else []),
                   "--json", report, "--log-schedules", log, "--out", os.path.join(folder, "traces"),
                   "--", program, notes, traits(configuration)]
        self.shown = shlex.join(command)
        # To a file, as it is the harder case: executions share its offset.
        printed = os.path.join(folder, "printed")
        with open(printed, "wb") as file:
            self.status, _, self.err = call(command, STDIN, pass_fds=inherited, stdout=file)
        self.out = read(printed)
        self.report = json.loads(read(report) or "{}")
        self.log = read(log)
        self.why = read(notes + ".why")


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def traits(configuration):
    """What can be compared with the first execution: addresses, and what lies on the stack."""
    if configurations.starts_anew(configuration):
        return "a" if configurations.addresses_can_be_fixed() else ""
    return "as"


def compare(ran, source):
    report = ran.report
    if ran.status != 0 or report.get("verdict") != "clean":
        yield f"{describe(ran.status)}, verdict {report.get('verdict')}, expected 0 and clean"
        for line in ran.why.splitlines():
            yield f"  the program says: {line}"
        return
    if report["executions"] < FEWEST:
        yield f"{report['executions']} executions, expected at least {FEWEST}"
    if report.get("diverged"):
        yield f"{report['diverged']} executions diverged"
    if sorted(report["guarantee"]["uncontrolled"]) != source.uncontrolled:
        yield f"uncontrolled {report['guarantee']['uncontrolled']}, expected {source.uncontrolled}"


def compare_output(ran, source):
    """Every execution prints the same, and all of it is seen."""
    count = ran.report.get("executions", 0)
    lines = collections.Counter(line for line in (ran.out + ran.err).splitlines() if line.startswith("| "))
    # A search that begins anew has run its first execution once more.
    runs = count + 1 if sum(lines.values()) == source.lines * (count + 1) else count
    uneven = {line: times for line, times in lines.items() if times % runs != 0}
    if sum(lines.values()) != source.lines * runs or uneven:
        yield f"{sum(lines.values())} lines in {count} executions, expected {source.lines} each: {dict(lines)}"


def check(heddle, program, source, configuration, first):
    """Runs it, with its output shown and not, and yields what is wrong; `first` is to be the same."""
    for show in (False, True) if source.lines else (False,):
        with tempfile.TemporaryDirectory(prefix="heddle-reset-") as folder:
            ran = Ran(heddle, program, source, configuration, show, folder)
            wrong = list(compare(ran, source))
            if not wrong and show:
                wrong += compare_output(ran, source)
            if not wrong and first and ran.log != first[0].log:
                wrong.append(f"{ran.report['executions']} executions, other ones than in "
                             f"{first[0].report['executions']}: {first[0].shown}")
            if wrong:
                yield from [ran.shown] + ["  " + line for line in wrong] + [tail(ran.out + ran.err)]
            else:
                print(f"{configuration}: as expected, {ran.report['executions']} executions, "
                      f"{ran.report['wall_s']:.3f} s")
                first.append(ran)


def main():
    parser = argparse.ArgumentParser(description="Compare each execution of a program with the first.")
    parser.add_argument("heddle")
    parser.add_argument("program")
    parser.add_argument("source")
    parser.add_argument("configurations", nargs="+")
    options = parser.parse_args()
    configurations.leave_no_cores()
    heddle, program = os.path.abspath(options.heddle), os.path.abspath(options.program)
    source = Source(options.source)
    failed = False
    first = []
    for configuration in options.configurations:
        if configuration in source.excepted:
            print(f"{configuration}: left out, as the source says")
            continue
        for line in check(heddle, program, source, configuration, first):
            failed = True
            print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

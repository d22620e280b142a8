#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The options that `heddle COMMAND --help` lists are those of docs/reference/command-line.md, with the same defaults.

    options_test.py HEDDLE ROOT
"""
import re
import subprocess
import sys
from pathlib import Path

heddle, root = sys.argv[1], Path(sys.argv[2])
reference = (root / "docs/reference/command-line.md").read_text()
problems = []


def check(what, fine):
    if not fine:
        problems.append(what)


def help_of(command):
    return subprocess.run([heddle, command, "--help"], capture_output=True, text=True, check=True, timeout=20).stdout


def options_in_help(command):
    """Option -> its default, if --help tells one in the form NAME=DEFAULT."""
    found = {}
    for line in help_of(command).splitlines():
        match = re.match(r"  (?:-h,)?(-[-\w]+)(?: ([^\s=]+)(?:=(\S+))?)?(?:\s|$)", line)
        if match and match[1] != "--help":
            found[match[1]] = match[3]
    return found


def options_in_table(text):
    """Option -> what its last column says."""
    found = {}
    for line in text.splitlines():
        if line.startswith("| `-"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            found[re.match(r"`(-[-\w]+)", cells[0])[1]] = cells[-1]
    return found


run = options_in_table(reference.split("## heddle run")[1].split("\n## ")[0])
helped = options_in_help("run")
check(f"options that only --help has: {sorted(helped.keys() - run.keys())}", helped.keys() <= run.keys())
check(f"options that only the reference has: {sorted(run.keys() - helped.keys())}", run.keys() <= helped.keys())
for option, default in helped.items():
    written = run.get(option, "").strip("`").replace(",", "")
    check(f"{option}: --help says {default}, the reference {written}",
          default is None or written.split("`")[0].split(";")[0] == default)

# Of the other commands the options stand in the text.
for command in ("replay", "plot", "doctor"):
    text = reference.split(f"\n## heddle {command}")
    check(f"heddle {command} has no section", len(text) == 2)
    for option in options_in_help(command):
        check(f"{option} of heddle {command} is not in the reference", option in reference)

if len(helped) < 30:
    problems.append(f"only {len(helped)} options were found in --help")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)

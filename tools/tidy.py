#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy on what changed in src/, by .clang-tidy; part of tools/check.

    tidy.py [--all]

What changed is what is not committed, or, if that is nothing, what is since the branch left main.  Only lines that
changed are complained of, so that what was there before keeps nobody from a commit.  With --all: everything.
Without clang-tidy it says so, and nothing is checked.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
BUILD = TOP / "build/dev"
LAST_LINE = 1_000_000
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=TOP, capture_output=True, text=True, check=False).stdout


def hunks(diff):
    """Ranges of lines that are new in a diff without context."""
    found = ((int(match[1]), 1 if match[2] is None else int(match[2])) for match in HUNK.finditer(diff))
    return [[first, first + count - 1] for first, count in found if count > 0]


def changed_since(commit):
    """{file: ranges of lines}"""
    lines = {}
    for diff in git("diff", "-U0", "--diff-filter=d", commit, "--", "src/*.cc", "src/*.h").split("\ndiff --git "):
        name = re.search(r"^\+\+\+ b/(.*)$", diff, re.MULTILINE)
        if name and hunks(diff):
            lines[name[1]] = hunks(diff)
    return lines


def changed():
    lines = changed_since("HEAD")
    for name in git("ls-files", "--others", "--exclude-standard", "--", "src/*.cc", "src/*.h").split():
        lines[name] = [[1, LAST_LINE]]
    base = git("merge-base", "HEAD", "main").strip()
    return lines or (changed_since(base) if base else {})


def everything():
    return {str(path.relative_to(TOP)): [[1, LAST_LINE]] for path in (TOP / "src").rglob("*.[ch]*")}


def is_tidy(name, lines):
    line_filter = json.dumps([{"name": file, "lines": ranges} for file, ranges in lines.items()])
    ran = subprocess.run(["clang-tidy", "--quiet", "-p", BUILD, "--extra-arg=-Wno-unknown-warning-option",
                          f"--line-filter={line_filter}", name],
                         cwd=TOP, capture_output=True, text=True, check=False)
    print(ran.stdout, end="")
    return ran.returncode == 0


def self_test():
    assert hunks("@@ -1,2 +3,4 @@ f\n+a\n@@ -9 +8,0 @@\n@@ -9,0 +20 @@\n") == [[3, 6], [20, 20]]


def main():
    self_test()
    if shutil.which("clang-tidy") is None:
        print("tidy: skipped, clang-tidy is not here", file=sys.stderr)
        return 0
    lines = everything() if sys.argv[1:] == ["--all"] else changed()
    # Headers are seen where their own .cc includes them.
    files = {name.removesuffix(".h") + ".cc" if name.endswith(".h") else name for name in lines}
    files = sorted(name for name in files if name.endswith(".cc") and (TOP / name).exists())
    if not files:
        return 0
    # For compile_commands.json, which has to know all files.
    configured = subprocess.run(["cmake", "--preset", "dev"], cwd=TOP, capture_output=True, text=True, check=False)
    if configured.returncode != 0:
        print(f"tidy: cannot configure the build\n{configured.stderr}", file=sys.stderr)
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(lambda name: is_tidy(name, lines), files))) else 1


if __name__ == "__main__":
    sys.exit(main())

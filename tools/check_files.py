#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what every source file has in common: its first lines, and its length.

Fails on a file without the SPDX tag on line 1 (line 2 after #!), and on a header
without #pragma once.  Warns of files that have grown past MAX_LINES.
"""

import os
import pathlib
import sys

TAG = "SPDX-License-Identifier: Apache-2.0"
MAX_LINES = 400
TAGGED = {".h", ".cc", ".c", ".S", ".py", ".sh", ".cmake", ".js"}
TAGGED_NAMES = {"CMakeLists.txt", "Makefile"}
SKIPPED = {".git", "build", "heddle-out", ".cache", "golden", "__pycache__"}


def files(top):
    for directory, subdirectories, names in os.walk(top):
        subdirectories[:] = sorted(set(subdirectories) - SKIPPED)
        for name in sorted(names):
            yield pathlib.Path(directory, name)


def is_script(path):
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def check(path, name):
    """Yields (is an error, what is wrong)."""
    if path.suffix not in TAGGED and path.name not in TAGGED_NAMES and not is_script(path):
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    head = lines[1:2] if lines and lines[0].startswith("#!") else lines[:1]
    if not head or TAG not in head[0]:
        yield True, f"{name}:1: should say '{TAG}'"
    if path.suffix == ".h" and "#pragma once" not in lines:
        yield True, f"{name}: a header should have #pragma once"
    if len(lines) > MAX_LINES:
        yield False, f"{name}: {len(lines)} lines; which second idea moved in? (a warning)"


def main():
    top = pathlib.Path(__file__).resolve().parent.parent
    failed = False
    for path in files(top):
        for is_error, message in check(path, path.relative_to(top)):
            print(message, file=sys.stderr)
            failed |= is_error
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an #include between folders of src/ that src/layers.txt does not allow.

usage: check_layers.py [TOP]        check the tree at TOP (default: this one)
       check_layers.py --self-test  check the checker
"""

import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
SOURCES = {".h", ".cc", ".c", ".S"}


def read_layers(text):
    """Returns ({folder: folders it may include}, problems)."""
    layers, problems = {}, []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, arrow, allowed = line.partition("->")
        folder, allowed = folder.strip(), allowed.split()
        if not arrow:
            problems.append(f"layers.txt: no arrow in '{line}'")
            continue
        # Every arrow points up, so there can be no cycle.
        for name in allowed:
            if name not in layers:
                problems.append(f"layers.txt: {folder} names {name}, which is not above it")
        layers[folder] = set(allowed)
    return layers, problems


def folders(top):
    """Yields (name in layers.txt, path) of each folder that has a place in the layers."""
    for path in sorted((top / "src").iterdir()):
        if path.is_dir():
            yield path.name, path
    if (top / "include/heddle").is_dir():
        yield "heddle", top / "include/heddle"


def check_file(path, folder, layers):
    for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
        target, slash, _ = included.partition("/")
        if not slash or target not in layers:
            yield f'{path}: "{included}" should be a path from src/, with its folder'
        elif target != folder and target not in layers[folder]:
            yield f'{path}: {folder} may not include "{included}" (src/layers.txt)'


def check_tree(top):
    layers, problems = read_layers((top / "src/layers.txt").read_text(encoding="utf-8"))
    for folder, root in folders(top):
        if folder not in layers:
            problems.append(f"layers.txt: src/{folder} is missing")
            continue
        for path in sorted(root.rglob("*")):
            if path.suffix in SOURCES:
                problems += check_file(path, folder, layers)
    return problems


def self_test():
    """One tree with every mistake; each has to be reported, and nothing else."""
    files = {
        "src/layers.txt": "base ->\nevent -> base\nlate -> base later\nlater ->\n",
        "src/base/up.h": '#include "event/id.h"\n',
        "src/event/down.cc": '#include "base/up.h"\n#include "event/id.h"\n#include <vector>\n',
        "src/event/bare.cc": '#  include "id.h"\n',
        "src/stray/file.h": "",
    }
    expected = [
        "late names later, which is not above it",
        'base may not include "event/id.h"',
        '"id.h" should be a path from src/',
        "src/stray is missing",
    ]
    with tempfile.TemporaryDirectory() as directory:
        top = pathlib.Path(directory)
        for name, text in files.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text(text, encoding="utf-8")
        found = check_tree(top)
    wrong = [f"self-test: not reported: {e}" for e in expected if not any(e in f for f in found)]
    wrong += [f"self-test: wrongly reported: {f}" for f in found if not any(e in f for e in expected)]
    return wrong


def main(arguments):
    if arguments == ["--self-test"]:
        problems = self_test()
    else:
        here = pathlib.Path(__file__).resolve().parent.parent
        problems = check_tree(pathlib.Path(arguments[0]) if arguments else here)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

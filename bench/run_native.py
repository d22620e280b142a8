#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a program costs by itself after heddle c++ has compiled it, against a plain build.

    run_native.py [HEDDLE] [--rounds N]

HEDDLE is the command to measure; without it, the environment says ($HEDDLE).

Sorting and counting, hardly anything but accesses: many items once, and few again and again, which stay in the
caches and so hide nothing.  Both builds in turn, because machines drift; the result is the ratio of the medians
of their processor time.  CSV on standard output; exit status 1 if a ratio is above the limit.
"""
import os
import resource
import shutil
import subprocess
import sys

from measure import HERE, Bench, median, row

LIMIT = 5
COMPILERS = ["g++", "clang++-14", "clang++-19"]
WORKLOADS = {"many": ["1000000", "1"], "few": ["10000", "100"]}


def build(bench, compiler, command, name):
    program = os.path.join(bench.folder.name, name)
    source = os.path.join(HERE, "programs", "sort_and_hash.cc")
    subprocess.run([*command, "-std=c++17", "-O2", source, "-o", program], check=True,
                   env=dict(os.environ, HEDDLE_CXX=compiler))
    return program


def seconds(program, words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def main():
    bench = Bench(__doc__, rounds=7)
    row("compiler", "items", "plain_s", "heddle_s", "ratio")
    ratios = {}
    for compiler in filter(shutil.which, COMPILERS):
        plain = build(bench, compiler, [compiler], "plain")
        changed = build(bench, compiler, [bench.heddle, "c++"], "changed")
        for name, words in WORKLOADS.items():
            times = [(seconds(plain, words), seconds(changed, words)) for _ in range(bench.rounds)]
            without, with_hooks = (median(column) for column in zip(*times))
            ratios[compiler, name] = with_hooks / without
            row(compiler, name, without, with_hooks, ratios[compiler, name])
    for (compiler, name), ratio in ratios.items():
        bench.at_most(f"heddle c++ with {compiler}, {name} items, times the plain build", ratio, LIMIT)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What loops that wait cost: each thread goes on when it can leave its loop, and not before.

    run_awaits.py [HEDDLE] [--rounds N]

programs/waiting.c, within a bound of 2 and without one. A lock is taken in as many orders as there are: (2+2+2)! / (2! 2! 2!) =
90 by three threads that take it twice each. Limits: those numbers of executions where they are known, and processor time, the
median of the rounds. CSV on standard output; exit status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

ALL = ["--preemptions", "all"]
# Arguments, options, executions, seconds.
CASES = (
    (["driver", 3], [], None, 0.5),
    (["driver", 3], ALL, 4530, 1.0),
    (["exchange", 3, 2], [], None, 1.0),
    (["exchange", 3, 2], ALL, 90, 1.0),
    (["ticket", 3, 2], [], 90, 1.0),
    (["ticket", 3, 2], ALL, 90, 1.0),
    (["queue", 3, 2], [], None, 1.0),
    (["queue", 3, 2], ALL, None, 2.0),
)


def main():
    bench = Bench(__doc__, rounds=3)
    program = bench.instrument("waiting")
    row("program", "options", "executions", "states", "cut_short", "cpu_s")
    for arguments, options, executions, most_s in CASES:
        runs = [bench.run(["--reduction", "dpor", *options, "--time", "60s"], [program, *arguments])
                for _ in range(bench.rounds)]
        report = runs[0].report
        cpu_s = median([run.cpu_s for run in runs])
        words = " ".join(map(str, [*arguments, *options]))
        row(" ".join(map(str, arguments)), " ".join(options), report["executions"], report["states"], report["pruned"], cpu_s)
        if report["verdict"] != "clean" or report["reduction"] != "dpor":
            bench.missed.append("%s is %s, by %s" % (words, report["verdict"], report["reduction"]))
        bench.exactly(words + ": executions", report["executions"], executions or report["states"])
        bench.at_most(words + ": processor time", cpu_s, most_s)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

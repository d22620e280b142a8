#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What one step costs, with `--reset loop`.

    run_steps.py [HEDDLE] [--rounds N]

programs/steps.c is run with few rounds of a kind of step and with many.  Nothing else differs, so the
difference in time between two executions, over the difference in steps, is the cost of
a step: start-up, reset, creating and joining fall out.  It includes what a step
costs after the execution, when the search looks at the log.  There are three threads,
and just one of them can go on, so that no step adds work to the search.

"lock" and "stay" are steps of one thread.  In "switch" the same operations as in
"stay" are done by two threads in turn, so that every other step is done by another thread
than the one before:  switching = 2 * switch - stay.

Time is processor time of all processes, which a busy machine changes least.  The limits
are for the median of the rounds.  CSV on standard output; exit status 1 if a limit is missed.
"""
import sys

from measure import Bench, median, row

NO_SWITCH_NS = 60
SWITCH_NS = 120
FEW, MANY = 10, 1000
EXECUTIONS = {FEW: 50_000, MANY: 3_000}
STEPS_PER_ROUND = {"lock": 2, "stay": 2, "switch": 4}


def nanoseconds_per_execution(bench, program, kind, rounds):
    run = bench.run(["--reset", "loop", "--preemptions", "0", "--executions", EXECUTIONS[rounds]],
                    [program, kind, rounds])
    return run.cpu_s * 1e9 / run.executions


def nanoseconds_per_step(bench, program, kind):
    few = nanoseconds_per_execution(bench, program, kind, FEW)
    many = nanoseconds_per_execution(bench, program, kind, MANY)
    return (many - few) / ((MANY - FEW) * STEPS_PER_ROUND[kind])


def main():
    bench = Bench(__doc__, rounds=5)
    program = bench.compile("steps")
    lock, stay, switching = [], [], []
    row("round", "lock_ns", "stay_ns", "switching_ns")
    for round_number in range(bench.rounds):
        lock.append(nanoseconds_per_step(bench, program, "lock"))
        stay.append(nanoseconds_per_step(bench, program, "stay"))
        switching.append(2 * nanoseconds_per_step(bench, program, "switch") - stay[-1])
        row(round_number, lock[-1], stay[-1], switching[-1])
    row("median", median(lock), median(stay), median(switching))
    bench.at_most("a lock or unlock without a switch, ns", median(lock), NO_SWITCH_NS)
    bench.at_most("a semaphore's post or wait without a switch, ns", median(stay), NO_SWITCH_NS)
    bench.at_most("the same with a switch, ns", median(switching), SWITCH_NS)
    return bench.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""However an execution dies, it is counted once, and nothing else is lost.

    death_test.py HEDDLE DIES CONFIGURATION… [--times N] [--seed N] [--way WAY]

DIES is dies.cc.  For each way to die, at random places, the report is compared with that of the same
program which, at the same place, leaves by the system call alone, unseen by heddle (or in another
way that takes as many steps): the same executions at every bound, the same number of them failing,
all with the kind of finding that the way has, and no process left over.
"""
import argparse
import json
import os
import random
import shlex
import signal
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import configurations  # noqa: E402
import processes  # noqa: E402
from run_program import call, describe, tail  # noqa: E402

# The kind of finding, None if it is none; and the way that has the same counts.
WAYS = {
    "leave_3": ("exit", "leave_3"),
    "_exit": ("exit", "_exit"),
    "exit": ("exit", "_exit"),
    "quick_exit": ("exit", "_exit"),
    "handler": ("exit", "_exit"),
    "crash_handler": ("exit", "_exit"),
    "abort": ("assertion", "leave_3"),
    "assert": ("assertion", "leave_3"),
    "throw": ("uncaught", "leave_3"),
    "noexcept": ("uncaught", "leave_3"),
    "terminate": ("uncaught", "leave_3"),
    "longjmp": ("crash", "leave_3"),
    "write_nowhere": ("crash", "leave_3"),
    "divide": ("crash", "leave_3"),
    "illegal": ("crash", "leave_3"),
    "trap": ("crash", "leave_3"),
    "stack_overflow": ("crash", "leave_3"),
    "out_of_memory": ("crash", "leave_3"),
    "bad_alloc": ("uncaught", "leave_3"),
    "kill": ("crash", "leave_3"),
    "kill_group": ("crash", "leave_3"),
    "kill_group_libc": ("crash", "leave_3"),
    "seccomp": ("crash", "leave_3"),
    "close": (None, "none"),
    "close_leave": ("exit", "leave_3"),
    "pdeathsig": (None, "none"),
    "pdeathsig_leave": ("exit", "leave_3"),
    "setsid": (None, "none"),
    "setsid_leave": ("exit", "leave_3"),
    "traceme_leave": ("exit", "leave_3"),
    "traceme_crash": ("crash", "leave_3"),
    "munmap": ("crash", "leave_3"),
    "scribble_heap": ("exit", "leave_3"),
    "scribble_data": ("exit", "leave_3"),
    "scribble_stack": ("exit", "leave_3"),
    "scribble_libraries": ("exit", "leave_3"),
    # It writes over heddle's memory too.
    "scribble_everything": ("exit", "leave_3"),
    "scribble_everything_crash": ("crash", "leave_3"),
    "smash_stack": ("crash", "leave_3"),
}
# What is found only by waiting.
SLOW = {"spin": ("stuck", "leave_3"), "stop": ("stuck", "leave_3")}

# These end or stop one kernel thread, for which the others wait; it takes --stuck-after to notice.
NOT_ON_OS_THREADS = ("seccomp", "traceme_leave", "traceme_crash")

IGNORED = (signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH)
STOPPING = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
LETTERS = "aabbm"


class Wrong(Exception):
    """What is wrong, and how to see it."""


class Run:
    def __init__(self, heddle, program, configuration, way, where, more=(), replays=False):
        mark = processes.new_mark()
        with tempfile.TemporaryDirectory(prefix="heddle-death-") as folder:
            path = os.path.join(folder, "report")
            command = [heddle, "run", *configurations.options_of(configuration), "--keep-going", *more,
                       "--json", path, "--out", os.path.join(folder, "traces"), "--", program, way, where, mark]
            self.shown = shlex.join(command)
            self.status, out, err = call(command)
            self.said = out + err
            if not os.path.exists(path):
                raise self.wrong(f"{describe(self.status)}, and no report")
            with open(path, encoding="utf-8") as file:
                self.report = json.load(file)
            self.replayed = [call([heddle, "replay", finding["trace"]])[0]
                             for finding in self.report["findings"] if replays]
        left = processes.left_with(mark)
        if left:
            raise self.wrong(f"processes are left: {left}")

    def wrong(self, what):
        return Wrong(f"{self.shown}\n  {what}\n{tail(self.said)}")

    def counts(self):
        report = self.report
        return {"executions": report["executions"],
                "by_bound": [entry["executions"] for entry in report["by_bound"]],
                "diverged": report["diverged"],
                "steps": report["steps"],
                "failing": sum(finding["executions"] for finding in report["findings"])}


class Deaths:
    def __init__(self, heddle, program, chance, places):
        self.heddle, self.program, self.chance = heddle, program, chance
        self.references = {}
        self.places = ["start", "end"] + [self.new_place() for _ in range(places)]

    def reference(self, way, where, more=()):
        """In the configuration in which there is the least to go wrong."""
        key = way, where, more
        if key not in self.references:
            self.references[key] = Run(self.heddle, self.program, "exec", way, where, more)
        return self.references[key]

    def new_place(self):
        """Somewhere that is reached in some schedule."""
        while True:
            letters = "".join(self.chance.sample(LETTERS, len(LETTERS)))
            where = letters[:self.chance.randint(1, len(letters))]
            if self.reference("leave_3", where).counts()["failing"] > 0:
                return where

    def rarest_place(self, more):
        return min(("m", "ma", "mab", "mabb", "maabb"),
                   key=lambda where: self.reference("leave_3", where, more).counts()["failing"] or 1000)

    def check(self, configuration, way, kind, reference, where, more=()):
        # What is found by waiting was replayed once already, as every finding is.
        run = Run(self.heddle, self.program, configuration, way, where, more, replays=way not in SLOW)
        before = self.reference(reference, where, more)
        verdict, status = ("finding", 1) if kind else ("clean", 0)
        if run.report["verdict"] != verdict or run.status != status:
            raise run.wrong(f"verdict {run.report['verdict']}, {describe(run.status)}; expected {verdict}, {status}")
        expected, counts = before.counts(), run.counts()
        if counts != expected:
            raise run.wrong(f"{counts}, expected {expected} as in\n  {before.shown}")
        kinds = {finding["kind"] for finding in run.report["findings"]}
        if kinds - {kind}:
            raise run.wrong(f"findings {kinds}, expected {kind}")
        if any(status != 1 for status in run.replayed):
            raise run.wrong("heddle replay: " + ", ".join(map(describe, run.replayed)) + ", expected 1")

    def check_signal(self, configuration, where):
        number = self.chance.choice([n for n in range(1, 65) if n not in STOPPING])
        kind, reference = (None, "none") if number in IGNORED else ("crash", "leave_3")
        self.check(configuration, str(number), kind, reference, where)

    def check_slow(self, configuration, way):
        more = ("--stuck-after", "1s", "--preemptions", "0")
        self.check(configuration, way, *SLOW[way], self.rarest_place(more), more)



def deaths(options, test):
    """All that is to be done: (what, a function)."""
    for configuration in options.configurations:
        for _ in range(options.times):
            for way, (kind, reference) in WAYS.items():
                if configuration.startswith("os") and way in NOT_ON_OS_THREADS:
                    continue
                where = test.chance.choice(test.places)
                yield f"{configuration} {way} {where}", way, lambda c=configuration, w=way, k=kind, r=reference, \
                    p=where: test.check(c, w, k, r, p)
            for _ in range(2):
                where = test.chance.choice(test.places)
                yield f"{configuration} a signal {where}", "signal", lambda c=configuration, p=where: \
                    test.check_signal(c, p)
        for _ in range(max(1, options.times // 10)):
            for way in SLOW:
                yield f"{configuration} {way}", way, lambda c=configuration, w=way: test.check_slow(c, w)


def main():
    parser = argparse.ArgumentParser(description="Compare what dies in some way with what leaves quietly.")
    parser.add_argument("heddle")
    parser.add_argument("program", help="dies.cc, compiled")
    parser.add_argument("configurations", nargs="+")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--seed", type=int, help="of the places; 0: another each time", default=1)
    parser.add_argument("--way", help="this one only")
    options = parser.parse_args()
    configurations.leave_no_cores()
    seed = options.seed or random.SystemRandom().randrange(1 << 32)
    test = Deaths(os.path.abspath(options.heddle), os.path.abspath(options.program), random.Random(seed),
                  places=6 * options.times)
    done = failed = 0
    for what, way, check in deaths(options, test):
        if options.way and way != options.way:
            continue
        done += 1
        try:
            check()
        except Wrong as wrong:
            failed += 1
            print(f"{what} (--seed {seed}): {wrong}", flush=True)
    print(f"{done} deaths, {failed} not as expected (--seed {seed})")
    return 1 if failed or done == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

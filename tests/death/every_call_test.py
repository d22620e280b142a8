#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle can be killed at every system call that it makes, and the search goes on.

    every_call_test.py HEDDLE PROGRAM [--all]

A search is broken off by a limit, and taken up again; heddle is killed just before one of its system calls, in
either of the two.  Then `heddle run --resume` goes on if there is a search to go on with, or the search is begun
again if there never was.  In both cases it comes to the counts of a search that ran through.  Without --all, only
the calls are looked at that change files.
"""
import argparse
import collections
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77
TIMEOUT_S = 120
COMPARED = ("verdict", "executions", "steps", "states", "by_bound", "bound", "max_steps", "threads")
PTRACE_TRACEME, PTRACE_PEEKUSER, PTRACE_SYSCALL, PTRACE_SETOPTIONS = 0, 3, 24, 0x4200
TRACESYSGOOD, EXITKILL = 1, 1 << 20
NUMBER_OF_CALL = 15 * 8  # orig_rax, in the user area of x86-64
# pwrite64, flock, ftruncate, rename, mkdir, rmdir, unlink, unlinkat, renameat
CHANGES = (18, 73, 77, 82, 83, 84, 87, 263, 264)
MOST_OF_ONE = 40  # what comes more often is always the same

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_long)


class Wrong(Exception):
    pass


def run_and_kill(command, at=None):
    """Runs it, and kills it before the n-th of its calls of one number.  Returns how often it made each."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: libc.ptrace(PTRACE_TRACEME, 0, 0, 0))
    calls, entering, passed_on = collections.Counter(), False, 0
    _, status = os.waitpid(process.pid, 0)
    libc.ptrace(PTRACE_SETOPTIONS, process.pid, 0, TRACESYSGOOD | EXITKILL)
    while os.WIFSTOPPED(status):
        passed_on = 0
        if os.WSTOPSIG(status) == signal.SIGTRAP | 0x80:
            entering = not entering
            if entering:
                number = libc.ptrace(PTRACE_PEEKUSER, process.pid, NUMBER_OF_CALL, 0)
                calls[number] += 1
                if at == (number, calls[number]):
                    os.kill(process.pid, signal.SIGKILL)
        elif os.WSTOPSIG(status) != signal.SIGTRAP:
            passed_on = os.WSTOPSIG(status)
        libc.ptrace(PTRACE_SYSCALL, process.pid, 0, passed_on)
        _, status = os.waitpid(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return calls


class Test:
    def __init__(self, options, folder):
        self.heddle, self.program = os.path.abspath(options.heddle), os.path.abspath(options.program)
        self.out, self.json = os.path.join(folder, "out"), os.path.join(folder, "report.json")
        self.report = ["--json", self.json, "--out", self.out, "--", self.program]

    def command(self, *words):
        return [self.heddle, "run", *words]

    def run(self, *words):
        if os.path.exists(self.json):
            os.unlink(self.json)
        done = subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False)
        if done.returncode not in (0, 3):
            raise Wrong(f"status {done.returncode}: {done.stdout.decode('utf-8', 'replace')}")
        with open(self.json, encoding="utf-8") as file:
            report = json.load(file)
        return {key: report[key] for key in COMPARED}

    def begin(self, executions):
        shutil.rmtree(self.out, ignore_errors=True)
        return ["--executions", str(executions), *self.report]

    def resume(self):
        return ["--resume", self.out, "--json", self.json]

    def is_kept(self):
        return os.path.exists(os.path.join(self.out, "search", "search.json"))

    def moments(self, calls, every):
        return [(number, n + 1) for number, count in sorted(calls.items()) if every or number in CHANGES
                for n in range(min(count, MOST_OF_ONE))]

    def check(self, every):
        """How often it was killed."""
        expected = self.run(*self.report)
        half = expected["executions"] // 2
        kills = 0
        for resumed in (False, True):
            def prepare():
                words = self.begin(half)
                if not resumed:
                    return words
                self.run(*words)
                return self.resume()

            calls = run_and_kill(self.command(*prepare()))
            for moment in self.moments(calls, every):
                words = prepare()
                run_and_kill(self.command(*words), moment)
                kills += 1
                begun = resumed or self.is_kept()
                where = f"{'taken up' if resumed else 'begun'}, killed before call {moment[1]} of number {moment[0]}"
                try:
                    over = resumed and not self.is_kept()  # all was said, and the files were removed
                    found = expected if over else self.run(*(self.resume() if begun else self.report))
                except Wrong as wrong:
                    raise Wrong(f"{where}: {wrong}") from None
                if found != expected:
                    raise Wrong(f"{where}: expected {expected}\ngot {found}")
        return kills


def main():
    parser = argparse.ArgumentParser(description="Kill heddle at its system calls, and go on.")
    parser.add_argument("heddle")
    parser.add_argument("program", help="one without findings")
    parser.add_argument("--all", action="store_true", help="at every call")
    options = parser.parse_args()
    if not run_and_kill(["/bin/true"]):
        print("processes cannot be traced here")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="heddle-every-call-") as folder:
        try:
            kills = Test(options, folder).check(options.all)
        except Wrong as wrong:
            print(wrong)
            return 1
    print(f"killed before {kills} system calls, and it came to the same each time")
    return 0 if kills > 10 else 1


if __name__ == "__main__":
    sys.exit(main())

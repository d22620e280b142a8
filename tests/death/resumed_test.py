#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A search that is broken off again and again comes to the same as one that is not.

    resumed_test.py HEDDLE ENDURES [--times N] [--rounds N] [--preemptions N] [--workers N] [--seed N]

ENDURES is endures.c.  heddle, the program, or both are killed at random moments; each time the search
is taken up again by `heddle run --resume`.  In the end the counts and findings are those of a search
that ran through.
"""
import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import processes  # noqa: E402

TIMEOUT_S = 600
COMPARED = ("verdict", "executions", "steps", "by_bound", "max_steps", "max_preemptions", "bound", "threads")


class Wrong(Exception):
    pass


def read_report(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def essence(report):
    """What must be the same."""
    return ({key: report[key] for key in COMPARED},
            [(finding["kind"], finding["message"], finding["preemptions"], finding["executions"])
             for finding in report["findings"]])


class Search:
    def __init__(self, options, folder, workers):
        self.heddle, self.folder, self.mark = os.path.abspath(options.heddle), folder, processes.new_mark()
        self.json = os.path.join(folder, "report.json")
        self.out = os.path.join(folder, "out")
        self.begin = ["--keep-going", "--preemptions", str(options.preemptions), "-j", str(workers), "--out",
                      self.out, "--json", self.json, "--", os.path.abspath(options.program),
                      str(options.rounds), self.mark]

    def can_be_resumed(self):
        return os.path.exists(os.path.join(self.out, "search", "search.json"))

    def start(self):
        words = ["--resume", self.out, "--json", self.json] if self.can_be_resumed() else self.begin
        return subprocess.Popen([self.heddle, "run", *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def finish(self):
        process = self.start()
        try:
            said = process.communicate(timeout=TIMEOUT_S)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise Wrong(f"no end after {TIMEOUT_S} s") from None
        if process.returncode not in (0, 1):
            raise Wrong(f"status {process.returncode}\n{said}")
        return essence(read_report(self.json)), said

    def break_off(self, delay, whom):
        """False if it was over before."""
        process = self.start()
        try:
            process.communicate(timeout=delay)
            return False
        except subprocess.TimeoutExpired:
            pass
        if whom in ("program", "both"):
            for pid in processes.with_mark(self.mark):
                if pid != process.pid:
                    kill(pid)
        if whom == "program":
            time.sleep(min(delay, 0.1))
        kill(process.pid)
        process.communicate()
        left = processes.left_with(self.mark)
        if left:
            raise Wrong(f"processes are left: {left}")
        return True


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def check(options, chance):
    with tempfile.TemporaryDirectory(prefix="heddle-resumed-") as folder:
        begin = time.monotonic()
        expected, _ = Search(options, folder, 1).finish()
        seconds = time.monotonic() - begin
    with tempfile.TemporaryDirectory(prefix="heddle-resumed-") as folder:
        search = Search(options, folder, options.workers)
        broken_off = 0
        for _ in range(options.times):
            # A tenth of the moments are in the first milliseconds.
            most = 0.05 if chance.random() < 0.1 else min(2.5 * seconds / options.times + 0.15, 3)
            if not search.break_off(chance.uniform(0, most), chance.choice(("heddle", "program", "both"))):
                break
            broken_off += 1
        actual, said = search.finish()
        if os.path.exists(os.path.join(search.out, "search")):
            raise Wrong(f"the search is over, and still kept\n{said}")
    if actual != expected:
        raise Wrong(f"expected {expected}\ngot {actual}")
    return broken_off, expected[0]["executions"]


def main():
    parser = argparse.ArgumentParser(description="Break a search off, and take it up again.")
    parser.add_argument("heddle")
    parser.add_argument("program", help="endures.c, compiled")
    parser.add_argument("--times", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--preemptions", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1 << 32)
    try:
        broken_off, executions = check(options, random.Random(seed))
    except Wrong as wrong:
        print(f"--seed {seed}: {wrong}")
        return 1
    print(f"{broken_off} times broken off, the same {executions} executions")
    if broken_off == 0:
        print("it was never broken off: the program is too small")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

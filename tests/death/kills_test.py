#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whoever is killed, nothing is lost and nothing counts twice.

    kills_test.py HEDDLE PROGRAM [--kills N] [--seed N]

Workers, servers and heddle itself are killed by SIGKILL at random moments of a search, three times each;
where heddle was, `heddle run --resume` goes on.  In the end the executions, states, bounds and findings are
those of a search that nobody disturbed.  `cache` may run other executions, as which of two comes first to a
state is not the same then: its states, bounds and findings are.
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

TIMEOUT_S = 600
KILLS_A_SEARCH = 3
# Each with the words for `heddle run`, and whether the executions are the same.
WAYS = (
    ([], True),
    (["--reduction", "none"], True),
    (["--strategy", "dfs"], True),
    (["--strategy", "delay", "--delays", "3"], True),
    (["--strategy", "idfs", "--preemptions", "1"], True),
    (["--reduction", "none", "-j", "2"], True),
    (["--reduction", "cache"], False),
    (["--reduction", "cache", "-j", "2"], False),
)


class Wrong(Exception):
    pass


def children_of(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


class Search:
    def __init__(self, options, way, folder):
        self.heddle, (self.way, self.same_executions) = os.path.abspath(options.heddle), way
        self.json, self.out = os.path.join(folder, "report.json"), os.path.join(folder, "out")
        self.words = ["--keep-going", *self.way, "--json", self.json, "--out", self.out, "--",
                      os.path.abspath(options.program)]
        self.process = None

    def start(self):
        can_go_on = os.path.exists(os.path.join(self.out, "search", "search.json"))
        words = ["--resume", self.out, "--json", self.json] if can_go_on else self.words
        self.process = subprocess.Popen([self.heddle, "run", *words], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def is_over(self, seconds):
        try:
            self.process.wait(max(seconds, 0))
            return True
        except subprocess.TimeoutExpired:
            return False

    def kill(self, whom, chance):
        """Whether there was somebody."""
        if whom == "heddle":
            kill(self.process.pid)
            self.process.communicate()
            self.start()
            return True
        found = children_of(self.process.pid)
        if whom == "worker":
            found = [child for server in found for child in children_of(server)]
        return bool(found) and kill(chance.choice(found))

    def finish(self):
        try:
            said = self.process.communicate(timeout=TIMEOUT_S)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Wrong(f"no end after {TIMEOUT_S} s") from None
        if self.process.returncode not in (0, 1):
            raise Wrong(f"status {self.process.returncode}\n{said}")
        return self.essence()

    def essence(self):
        with open(self.json, encoding="utf-8") as file:
            report = json.load(file)
        same = {key: report[key] for key in ("verdict", "states", "bound", "max_preemptions")}
        same["states_by_bound"] = [(each["bound"], each["states"]) for each in report["by_bound"]]
        same["findings"] = [(each["kind"], each["message"], each["preemptions"]) for each in report["findings"]]
        if self.same_executions:
            same.update({key: report[key] for key in ("executions", "pruned", "steps", "by_bound")})
        return same


def check(options, way, chance):
    """How many were killed."""
    with tempfile.TemporaryDirectory(prefix="heddle-kills-") as folder:
        search = Search(options, way, folder)
        begin = time.monotonic()
        search.start()
        expected = search.finish()
        seconds = time.monotonic() - begin
    with tempfile.TemporaryDirectory(prefix="heddle-kills-") as folder:
        search = Search(options, way, folder)
        begin = time.monotonic()
        search.start()
        killed = []
        for moment in sorted(chance.uniform(0, 1.2 * seconds) for _ in range(KILLS_A_SEARCH)):
            if search.is_over(begin + moment - time.monotonic()):
                break
            whom = chance.choice(("worker", "worker", "server", "heddle"))
            if search.kill(whom, chance):
                killed.append(whom)
        actual = search.finish()
    if actual != expected:
        raise Wrong(f"killed: {', '.join(killed)}\nexpected {expected}\ngot {actual}")
    return len(killed)


def main():
    parser = argparse.ArgumentParser(description="Kill the processes of a search, and see what it comes to.")
    parser.add_argument("heddle")
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=40, help="in all")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1 << 32)
    chance = random.Random(seed)
    kills, searches = 0, 0
    while kills < options.kills and searches < options.kills:
        way = WAYS[searches % len(WAYS)]
        searches += 1
        try:
            kills += check(options, way, chance)
        except Wrong as wrong:
            print(f"{' '.join(way[0]) or 'by default'}, search {searches} (--seed {seed}): {wrong}")
            return 1
    print(f"{kills} kills in {searches} searches, which came to the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())

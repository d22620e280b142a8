#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whoever is killed, nothing is lost and nothing counts twice.

    kills_test.py HEDDLE FOLDER [--kills N] [--seed N] [--way NAME] [--program NAME]

Workers, servers and heddle itself are killed by SIGKILL at random moments of a search; where heddle was,
`heddle run --resume` goes on.  In the end the report is that of a search that nobody disturbed: its
verdict, executions, states, bounds, findings, notes and what the guarantee rests on.  `cache` may run other
executions, as which of two comes first to a state is not the same then: its states, bounds and findings are.
With several workers, which of them meets a finding first is not the same either.

FOLDER has the programs: shares.c and kinds.cc, of which each name is a program of another kind.
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
# Undisturbed; a search that takes longer, as many do with --threads os on a busy machine, is left out.
LONGEST_S = 40
WAYS = {
    "dpor": [],
    "none": ["--reduction", "none"],
    "dfs": ["--strategy", "dfs"],
    "delay": ["--strategy", "delay", "--delays", "3"],
    "idfs": ["--strategy", "idfs", "--preemptions", "1"],
    "none -j 2": ["--reduction", "none", "-j", "2"],
    "cache": ["--reduction", "cache"],
    "cache -j 2": ["--reduction", "cache", "-j", "2"],
    "dpor -j 2": ["-j", "2"],
    "dfs -j 2": ["--strategy", "dfs", "-j", "2"],
    "all": ["--preemptions", "all"],
    "inspect": ["--preemptions", "all", "--reduction", "inspect"],
}
UNBOUNDED = ("all", "inspect")
# By name: the words, and whether there are few enough traces to search without a bound.
PROGRAMS = {
    "shares": (["shares"], False),
    "shares_and_loses": (["shares_and_loses"], False),
    "data": (["kinds", "data", "3"], True),
    "late": (["kinds", "late", "2"], False),
    "once": (["kinds", "once", "2"], True),
    "guard": (["kinds_plain", "guard", "2"], True),
    "effects": (["kinds", "effects", "2"], True),
    "effects_plain": (["kinds_plain", "effects", "2"], True),
    "races": (["kinds", "races", "2"], True),
    "scenario": (["kinds", "scenario", "2"], False),
    "crashes": (["kinds", "crashes", "1"], True),
    "waits": (["kinds", "waits", "3"], True),
    "grows": (["kinds", "grows", "1"], True),
    "assumes": (["kinds", "assumes", "2"], True),
    "yields": (["kinds", "yields", "1"], True),
    "climbs": (["kinds", "climbs", "3"], True),
    "mingles": (["kinds", "mingles", "1"], True),
    "alters": (["kinds", "alters", "2"], True),
}
# Options that a program is always run with; no mode says something else.
OPTIONS = {"mingles": ["--races", "visible", "--no-scope", "go_aside"]}
# How the program is run; most of the searches by default.
MODES = ([], [], [], [], [], ["--reset", "fork"], ["--reset", "exec"], ["--threads", "os"],
         ["--snapshot-by", "mprotect"], ["--visible", "all"], ["--races", "visible"])
# What is another time in each run.
TIMES = ("wall_s", "executions_per_s", "resume", "estimate", "program")


class Wrong(Exception):
    pass


class TakesTooLong(Exception):
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


class Case:
    def __init__(self, way, name, mode, stops):
        self.way, self.name, self.stops = way, name, stops
        options = OPTIONS.get(name, [])
        self.mode = [] if set(options) & set(mode) else mode
        self.words = [*([] if stops else ["--keep-going"]), *options, *WAYS[way], *self.mode]

    def __str__(self):
        return f"{self.way}, {self.name} ({' '.join(self.words)})"

    def essence(self, report):
        """What does not depend on when who is killed."""
        shared, cached = "-j" in self.way, "cache" in self.way
        findings = [(each["kind"], each["message"], each["preemptions"]) for each in report["findings"]]
        if self.name == "alters":
            # No two of its searches are the same.  A kill moves the executions that go another way; where one of
            # them plans others, those cannot be followed, and heddle says so.
            said = (report["status"], report["verdict"], report["bound"]["completed"] is not None)
            fine = said in ((0, "clean", True), (4, "nondeterministic", False))
            return {"said": "what is true" if fine else said}
        if self.stops and (shared or cached):
            return {"status": report["status"], "findings": [(kind, few) for kind, _, few in findings]}
        same = {key: value for key, value in report.items() if key not in TIMES}
        same["findings"] = findings
        same["races"] = sorted(each["message"] for each in report["races"])
        if shared:
            del same["rounds"]  # which race is met first is not the same
        if not shared and not cached:
            same["findings"] = [{key: each[key] for key in each if key != "trace"} for each in report["findings"]]
        if shared:
            same["notes"] = [note for note in report["notes"] if "went on with one worker" not in str(note)]
        if cached:
            for key in ("executions", "pruned", "steps", "threads", "max_steps", "max_preemptions"):
                del same[key]
            same["by_bound"] = [(each["bound"], each["states"]) for each in report["by_bound"]]
            same["bound"] = {**report["bound"], "fairness": [(each["every"], each["completed"])
                                                             for each in report["bound"]["fairness"]]}
            # How often a heddle_assume failed is one of them.
            same["guarantee"] = report["guarantee"]["statement"]
        return same


class Search:
    def __init__(self, options, case, folder):
        self.heddle, self.case = os.path.abspath(options.heddle), case
        self.json, self.out = os.path.join(folder, "report.json"), os.path.join(folder, "out")
        program = [os.path.join(os.path.abspath(options.folder), PROGRAMS[case.name][0][0]), *PROGRAMS[case.name][0][1:]]
        self.words = [*case.words, "--json", self.json, "--out", self.out, "--", *program]
        self.environment = {**os.environ, "KINDS_FILE": os.path.join(folder, "file")}
        self.said = tempfile.TemporaryFile()
        self.process = None

    def start(self):
        can_go_on = os.path.exists(os.path.join(self.out, "search", "search.json"))
        words = ["--resume", self.out, "--json", self.json] if can_go_on else self.words
        self.process = subprocess.Popen([self.heddle, "run", *words], stdin=subprocess.DEVNULL, stdout=self.said,
                                        stderr=subprocess.STDOUT, env=self.environment)

    def is_over(self, seconds):
        try:
            self.process.wait(max(seconds, 0))
            return True
        except subprocess.TimeoutExpired:
            return False

    def end(self):
        """Kills all of it; what is left of it may still write for a moment."""
        servers = children_of(self.process.pid)
        workers = [child for server in servers for child in children_of(server)]
        self.process.kill()
        self.process.wait()
        for process in servers + workers:
            kill(process)

    def kill(self, whom, chance):
        """Whether there was somebody."""
        if whom == "heddle":
            if self.process.poll() is not None:
                return False
            self.process.kill()
            self.process.wait()
            self.start()
            return True
        found = children_of(self.process.pid)
        if whom == "worker":
            found = [child for server in found for child in children_of(server)]
        return bool(found) and kill(chance.choice(found))

    def finish(self):
        if not self.is_over(TIMEOUT_S):
            self.end()
            raise Wrong(f"no end after {TIMEOUT_S} s")
        status = self.process.returncode
        if status not in (0, 1, 3, 4):
            self.said.seek(0)
            raise Wrong(f"status {status}\n{self.said.read().decode('utf-8', 'replace')[-2000:]}")
        with open(self.json, encoding="utf-8") as file:
            report = json.load(file)
        report["status"] = status
        return self.case.essence(report)


def differences(expected, actual, place=""):
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [line for key in sorted(set(expected) | set(actual))
                for line in differences(expected.get(key), actual.get(key), f"{place}.{key}")]
    return [] if expected == actual else [f"{place}: expected {expected}\n    got {actual}"]


def moments_of(seconds, chance):
    """When somebody is killed: now and then, or many times in a row."""
    count = chance.choice((1, 2, 3, 5, 8))
    if chance.random() < 0.25:
        first, pause = chance.uniform(0, 1.1 * seconds), chance.choice((0.001, 0.003, 0.01))
        return [first + i * pause for i in range(count)]
    return sorted(chance.uniform(0, 1.1 * seconds) for _ in range(count))


class Test:
    def __init__(self, options, seed):
        self.options, self.chance, self.undisturbed = options, random.Random(seed), {}

    def case(self, way):
        names = [name for name in PROGRAMS if PROGRAMS[name][1] or way not in UNBOUNDED]
        name = self.options.program or self.chance.choice(names)
        return Case(way, name, self.chance.choice(MODES), self.chance.random() < 0.2)

    def expect(self, case):
        """How long the search takes, and what comes of it."""
        key = str(case)
        if key not in self.undisturbed:
            with tempfile.TemporaryDirectory(prefix="heddle-kills-", ignore_cleanup_errors=True) as folder:
                begin = time.monotonic()
                search = Search(self.options, case, folder)
                search.start()
                if search.is_over(LONGEST_S):
                    self.undisturbed[key] = search.finish(), time.monotonic() - begin
                else:
                    search.end()
                    self.undisturbed[key] = None
        if self.undisturbed[key] is None:
            raise TakesTooLong
        return self.undisturbed[key]

    def disturb(self, case):
        """Who was killed."""
        expected, seconds = self.expect(case)
        killed = []
        with tempfile.TemporaryDirectory(prefix="heddle-kills-", ignore_cleanup_errors=True) as folder:
            search = Search(self.options, case, folder)
            begin = time.monotonic()
            search.start()
            for moment in moments_of(seconds, self.chance):
                if search.is_over(begin + moment - time.monotonic()):
                    break
                whom = self.chance.choice(("worker", "worker", "server", "heddle"))
                if search.kill(whom, self.chance):
                    killed.append(f"{whom} after {time.monotonic() - begin:.3f} s")
            try:
                wrong = differences(expected, search.finish())
            except Wrong as no_end:
                wrong = [str(no_end)]
        if wrong:
            lines = "\n  ".join(wrong)
            raise Wrong(f"killed: {', '.join(killed)}\n  {lines}")
        return killed


def main():
    parser = argparse.ArgumentParser(description="Kill the processes of searches, and see what they come to.")
    parser.add_argument("heddle")
    parser.add_argument("folder", help="with the programs")
    parser.add_argument("--kills", type=int, default=40, help="in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--way", choices=sorted(WAYS), help="only this one")
    parser.add_argument("--program", choices=sorted(PROGRAMS), help="only this one")
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1 << 32)
    test, kills, searches, left_out = Test(options, seed), dict.fromkeys(WAYS, 0), 0, 0
    said = 0
    while sum(kills.values()) < options.kills:
        if sum(kills.values()) >= said + 50:
            said = sum(kills.values())
            print(f"--seed {seed}: {said} kills so far", flush=True)
        way = options.way or list(WAYS)[searches % len(WAYS)]
        searches += 1
        case = test.case(way)
        try:
            kills[way] += len(test.disturb(case))
        except TakesTooLong:
            left_out += 1
        except Wrong as wrong:
            print(f"--seed {seed}, search {searches}: {case}: {wrong}")
            return 1
    print(f"--seed {seed}: {sum(kills.values())} kills in {searches - left_out} searches, which came to the same; "
          f"{left_out} others take too long")
    print(", ".join(f"{way}: {count}" for way, count in kills.items() if count > 0))
    return 0


if __name__ == "__main__":
    sys.exit(main())

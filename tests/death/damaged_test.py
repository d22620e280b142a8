#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A saved search that is damaged is refused, or goes on as if it were not.

    damaged_test.py HEDDLE PROGRAM [--times N] [--seed N]

A search is broken off, by a limit or by a kill.  Then bytes of its files are changed, or a file is cut
short, or grown, or lost, or is a link, or that of another search or worker; and it is taken up again.  Whatever was done to it, `heddle run --resume`
either says in one sentence that it cannot go on, status 2, or comes to the counts of a search that ran
through.  So it is where the file of one of several workers is put back as it was at another moment of the search.
"""
import argparse
import ctypes
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TIMEOUT_S = 120
MOMENTS = 4
WAYS = ([], ["--reduction", "none"], ["--reduction", "cache"], ["--strategy", "dfs"],
        ["--reduction", "none", "-j", "2"], ["--reduction", "none", "--strategy", "dfs", "-j", "2"])
COMPARED = ("verdict", "executions", "steps", "states", "by_bound", "bound", "max_steps", "max_preemptions", "threads")


class Wrong(Exception):
    pass


class Search:
    def __init__(self, heddle, program, way, folder):
        self.heddle, self.folder, self.way = heddle, folder, way
        self.out, self.json = os.path.join(folder, "out"), os.path.join(folder, "report.json")
        self.words = [*way, "--json", self.json, "--out", self.out, "--", program]

    def command(self, *words):
        return [self.heddle, "run", *words]

    def run(self, *words):
        """The status and what was said; None if there is no end."""
        if os.path.exists(self.json):
            os.unlink(self.json)
        try:
            done = subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False)
        except subprocess.TimeoutExpired:
            raise Wrong(f"no end after {TIMEOUT_S} s") from None
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def essence(self):
        with open(self.json, encoding="utf-8") as file:
            report = json.load(file)
        return {key: report[key] for key in COMPARED}

    def kill_midway(self, seconds):
        process = subprocess.Popen(self.command(*self.words), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.STDOUT)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            wait_for_orphans()


def adopt_orphans():
    """Processes that outlive heddle become our children."""
    pr_set_child_subreaper = 36
    ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def wait_for_orphans():
    """Until they have ended, they write to the files of the search."""
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


def copy_sparse(source, target):
    subprocess.run(["cp", "-r", "--sparse=always", source, target], check=True)


def extents(path):
    """Where the file has data."""
    found, at = [], 0
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        while at < size:
            try:
                begin = os.lseek(file.fileno(), at, os.SEEK_DATA)
            except OSError:
                break
            at = os.lseek(file.fileno(), begin, os.SEEK_HOLE)
            found.append((begin, at))
    return found


def some_place(path, chance):
    """In its data; each extent as likely as any other, and its beginning more likely than the rest."""
    parts = extents(path)
    if not parts:
        return None
    begin, end = chance.choice(parts)
    return chance.randrange(begin, min(end, begin + chance.choice((64, 4096, 1 << 40))))


def damage(folder, chance):
    """Does something to one of the files, and says what."""
    names = sorted(name for name in os.listdir(folder) if name != "lock")
    # Mostly the search itself.
    name = chance.choice([name for name in names if name.startswith("round")] * 4 + names)
    path = os.path.join(folder, name)
    what = chance.choice(("byte",) * 12 + ("bytes", "zeros", "cut", "cut", "grown", "empty", "lost", "link"))
    place = some_place(path, chance)
    if what in ("byte", "bytes", "zeros") and place is not None:
        length = {"byte": 1, "bytes": 16, "zeros": 512}[what]
        with open(path, "r+b") as file:
            file.seek(place)
            before = file.read(length)
            file.seek(place)
            file.write(bytes(len(before)) if what == "zeros" else
                       bytes(byte ^ chance.randrange(1, 256) for byte in before))
        return f"{length} {what} of {name} at {place}"
    if what == "cut":
        os.truncate(path, chance.randrange(os.path.getsize(path) + 1))
    elif what == "grown":
        os.truncate(path, os.path.getsize(path) + chance.choice((1, 8, 4096, 1 << 36)))
    elif what == "empty":
        os.truncate(path, 0)
    elif what == "link":
        os.rename(path, path + ".there")
        os.symlink(name + ".there", path)
    else:
        os.unlink(path)
    return f"{name}: {what}"


def break_off(search, expected, seconds, chance, killed):
    for _ in range(20):
        if killed:
            search.kill_midway(chance.uniform(0.3, 0.9) * seconds)
        else:
            search.run("--executions", str(max(1, expected["executions"] // chance.randint(2, 5))), *search.words)
        if os.path.exists(os.path.join(search.out, "search", "search.json")):
            return
    raise Wrong("it could not be broken off")


def put_in_place(kept, others, search):
    """Each file of the search is that of another one; or all of them are that of one worker."""
    names = sorted(name for name in os.listdir(os.path.join(kept, "search")) if name.startswith("round"))
    exchanged = [(os.path.join(others, "search", name), name) for name in names
                 if os.path.exists(os.path.join(others, "search", name))]
    exchanged += [(os.path.join(kept, "search", names[0]), name) for name in names[1:]]
    if not exchanged:
        raise Wrong("there is nothing to put in place")
    for source, name in exchanged:
        shutil.rmtree(search.out, ignore_errors=True)
        copy_sparse(kept, search.out)
        os.unlink(os.path.join(search.out, "search", name))
        copy_sparse(source, os.path.join(search.out, "search", name))
        status, said = search.run("--resume", search.out, "--json", search.json)
        if status != 2 or len(said.strip().splitlines()) > 2:
            raise Wrong(f"{source} in the place of {name}: status {status}\n{said}")


def keep_moments(search, expected, chance, folder):
    """The search as it is broken off, and taken up again, some times."""
    shutil.rmtree(search.out, ignore_errors=True)
    moments = []
    words = search.words
    while len(moments) < MOMENTS:
        executions = max(1, int(expected["executions"] / (MOMENTS + 1) * chance.uniform(0.5, 1)))
        status, said = search.run("--executions", str(executions), *words)
        if status == 2:
            raise Wrong(f"broken off again: {said}")
        if not os.path.exists(os.path.join(search.out, "search", "search.json")):
            break
        moments.append(os.path.join(folder, f"moment-{len(moments)}"))
        copy_sparse(search.out, moments[-1])
        words = ["--resume", search.out, "--json", search.json]
    return moments


def mix_moments(search, expected, chance, folder):
    """One worker's file is that of another moment; how often that was refused."""
    moments = keep_moments(search, expected, chance, folder)
    refused = 0
    for now in moments:
        names = sorted(name for name in os.listdir(os.path.join(now, "search")) if name.startswith("round"))
        for then in moments:
            source = os.path.join(then, "search", chance.choice(names))
            if then == now or not os.path.exists(source):
                continue
            shutil.rmtree(search.out, ignore_errors=True)
            copy_sparse(now, search.out)
            os.unlink(os.path.join(search.out, "search", os.path.basename(source)))
            copy_sparse(source, os.path.join(search.out, "search"))
            status, said = search.run("--resume", search.out, "--json", search.json)
            if status == 2 and len(said.strip().splitlines()) <= 2:
                refused += 1
            elif status != 0 or search.essence() != expected:
                raise Wrong(f"{source} in {now}: status {status}\n{said}")
    return refused


def check(heddle, program, way, chance, times, killed):
    with tempfile.TemporaryDirectory(prefix="heddle-damaged-") as folder:
        whole = Search(heddle, program, way, os.path.join(folder, "whole"))
        os.mkdir(whole.folder)
        begin = time.monotonic()
        status, said = whole.run(*whole.words)
        seconds = time.monotonic() - begin
        if status != 0:
            raise Wrong(f"status {status}\n{said}")
        expected = whole.essence()
        search = Search(heddle, program, way, os.path.join(folder, "search"))
        os.mkdir(search.folder)
        break_off(search, expected, seconds, chance, killed)
        kept, others = os.path.join(folder, "kept"), os.path.join(folder, "others")
        copy_sparse(search.out, kept)
        if not killed:
            break_off(search, expected, seconds, chance, killed)
            copy_sparse(search.out, others)
            put_in_place(kept, others, search)
        refused = 0
        if "-j" in way and not killed:
            # Where no work was handed over in between, the moments go together, and none is refused.
            refused = mix_moments(search, expected, chance, folder)
        for number in range(times):
            shutil.rmtree(search.out, ignore_errors=True)
            copy_sparse(kept, search.out)
            done = damage(os.path.join(search.out, "search"), chance) if number > 0 else "nothing was done"
            status, said = search.run("--resume", search.out, "--json", search.json)
            if status == 2 and number > 0:
                refused += 1
                if len(said.strip().splitlines()) > 2:
                    raise Wrong(f"{done}: it should be one sentence\n{said}")
                continue
            if status != 0:
                raise Wrong(f"{done}: status {status}\n{said}")
            if search.essence() != expected:
                raise Wrong(f"{done}: expected {expected}\ngot {search.essence()}")
        return refused


def main():
    adopt_orphans()
    parser = argparse.ArgumentParser(description="Damage saved searches, and take them up again.")
    parser.add_argument("heddle")
    parser.add_argument("program", help="one without findings")
    parser.add_argument("--times", type=int, default=8, help="for each way to search, and to break off")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1 << 32)
    chance = random.Random(seed)
    refused = 0
    for way in WAYS:
        for killed in (False, True):
            try:
                refused += check(os.path.abspath(options.heddle), os.path.abspath(options.program), way, chance,
                                 options.times, killed)
            except Wrong as wrong:
                print(f"{' '.join(way) or 'by default'}, {'killed' if killed else 'stopped'} (--seed {seed}): {wrong}")
                return 1
    print(f"{refused} damaged searches were refused, all others came to the same")
    if refused == 0:
        print("none was refused: nothing was damaged")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

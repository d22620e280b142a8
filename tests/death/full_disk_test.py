#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A search for which there is no more room on the disk ends with a sentence, status 2, and can go on.

    full_disk_test.py HEDDLE LASTS

The disk is a file system of our own in memory, which is made smaller while a search runs in it; status 77
where that is not allowed.  And the file of a search is cut short while it runs, which is the same to whoever
writes to it.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
TIMEOUT_S = 240
LARGE, SMALL = "2G", 4 << 20
MOUNTED = "HEDDLE_TEST_DISK"
WAYS = ([], ["-j", "2"], ["--reset", "fork"], ["--reset", "exec"])


class Wrong(Exception):
    pass


def run_in_namespace():
    """In which file systems can be mounted; does not return if that is possible."""
    words = ["unshare", "--user", "--map-root-user", "--mount"]
    try:
        if subprocess.run([*words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False,
                          stderr=subprocess.DEVNULL).returncode != 0:
            return
    except OSError:
        return
    os.environ[MOUNTED] = "1"
    os.execvp(words[0], [*words, sys.executable, *sys.argv])


def mount(folder, *options):
    subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", folder], check=True)


def used(folder):
    status = os.statvfs(folder)
    return (status.f_blocks - status.f_bfree) * status.f_frsize


class Search:
    def __init__(self, options, way, folder):
        self.heddle, self.out = os.path.abspath(options.heddle), os.path.join(folder, "out")
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [self.heddle, "run", "--preemptions", "all", "--reduction", "none", *way, "--out", self.out, "--",
             os.path.abspath(options.program), "work"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.said)

    def file(self):
        return os.path.join(self.out, "search", "round-0-worker-0")

    def wait_until_it_runs(self, least):
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if os.stat(self.file()).st_blocks * 512 > least and \
                        os.path.exists(os.path.join(self.out, "search", "search.json")):
                    return
            except OSError:
                pass
            time.sleep(0.01)
        raise Wrong("the search does not begin")

    def expect_sentence(self):
        try:
            status = self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Wrong(f"no end after {TIMEOUT_S} s") from None
        self.said.seek(0)
        said = [line for line in self.said.read().decode("utf-8", "replace").splitlines() if line]
        if status != 2 or len(said) != 1 or "there is no room for it on the disk" not in said[0]:
            raise Wrong(f"status {status}, and it said {said}")

    def expect_to_go_on(self):
        """With more executions than there were."""
        counts = []
        for executions in (1, 1 << 40):
            report = os.path.join(self.out, "report.json")
            words = ["--time", "1s"] if executions > 1 else ["--executions", "1"]
            done = subprocess.run([self.heddle, "run", "--resume", self.out, *words, "--json", report], check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if done.returncode not in (0, 1, 3):
                raise Wrong(f"--resume: status {done.returncode}, {done.stderr}")
            with open(report, encoding="utf-8") as file:
                counts.append(json.load(file)["executions"])
        if not 0 < counts[0] < counts[1]:
            raise Wrong(f"--resume came to {counts} executions")


def check_full(options, way, folder):
    mount(folder, f"size={LARGE}")
    try:
        search = Search(options, way, folder)
        search.wait_until_it_runs(1 << 20)
        mount(folder, "remount", f"size={used(folder) + SMALL}")
        search.expect_sentence()
        mount(folder, "remount", f"size={LARGE}")
        search.expect_to_go_on()
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)


def check_cut(options, way, folder):
    search = Search(options, way, folder)
    search.wait_until_it_runs(1 << 20)
    os.truncate(search.file(), 4096)
    search.expect_sentence()


def main():
    parser = argparse.ArgumentParser(description="Leave no room for searches.")
    parser.add_argument("heddle")
    parser.add_argument("program")
    options = parser.parse_args()
    if MOUNTED not in os.environ:
        run_in_namespace()
    for way in WAYS:
        checks = [check_cut] + ([check_full] if MOUNTED in os.environ else [])
        for check in checks:
            with tempfile.TemporaryDirectory(prefix="heddle-disk-") as folder:
                try:
                    check(options, way, folder)
                except Wrong as wrong:
                    print(f"{check.__name__}, {' '.join(way) or 'by default'}: {wrong}")
                    return 1
    if MOUNTED not in os.environ:
        print("no file system can be mounted here")
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())

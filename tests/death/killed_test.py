#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""When heddle itself is told to end, or is killed, nothing of the program is left.

    killed_test.py HEDDLE LASTS CONFIGURATION… [--times N]

LASTS is lasts.c, whose executions are many, or one of which does not end.
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
import configurations  # noqa: E402
import processes  # noqa: E402

TIMEOUT_S = 30
# What the program does meanwhile.
DOINGS = ("work", "spin", "ignore", "setsid", "pdeathsig")
POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Wrong(Exception):
    pass


class Started:
    """A `heddle run` under way: its program has been seen to run."""

    def __init__(self, heddle, program, configuration, doing, folder):
        self.mark = processes.new_mark()
        self.json = os.path.join(folder, "report")
        command = [heddle, "run", *configurations.options_of(configuration), "--preemptions", "all",
                   "--stuck-after", "600s", "--json", self.json, "--out", os.path.join(folder, "traces"),
                   "--", program, doing, self.mark]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + TIMEOUT_S
        while not set(processes.with_mark(self.mark)) - {self.process.pid}:
            if self.process.poll() is not None or time.monotonic() > end:
                raise Wrong(f"heddle did not start the program: {self.end()}")
            time.sleep(0.005)

    def end(self):
        try:
            out, _ = self.process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()
            return None
        return out.decode("utf-8", "replace")


def check(heddle, program, configuration, doing, number, delay):
    with tempfile.TemporaryDirectory(prefix="heddle-killed-") as folder:
        started = Started(heddle, program, configuration, doing, folder)
        time.sleep(delay)
        started.process.send_signal(number)
        said = started.end()
        if said is None:
            raise Wrong(f"heddle has not ended {TIMEOUT_S} s later")
        left = processes.left_with(started.mark)
        for process in left:
            os.kill(process, signal.SIGKILL)
        if left:
            raise Wrong(f"processes are left: {left}\n{said}")
        if number in POLITE:
            check_report(started, said)


def check_report(started, said):
    """It says how far it came, as if it had run into a limit."""
    if started.process.returncode != 3:
        raise Wrong(f"status {started.process.returncode}, expected 3\n{said}")
    with open(started.json, encoding="utf-8") as file:
        report = json.load(file)
    if report["verdict"] != "incomplete" or report["findings"]:
        raise Wrong(f"verdict {report['verdict']}, {len(report['findings'])} findings; expected incomplete\n{said}")
    if "interrupt" not in said or "covered" not in said.lower():
        raise Wrong(f"it should say that it was interrupted, and what is covered\n{said}")


def main():
    parser = argparse.ArgumentParser(description="Kill heddle, and see what is left.")
    parser.add_argument("heddle")
    parser.add_argument("program", help="lasts.c, compiled")
    parser.add_argument("configurations", nargs="+")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1 << 32)
    chance = random.Random(seed)
    heddle, program = os.path.abspath(options.heddle), os.path.abspath(options.program)
    failed = False
    for configuration in options.configurations:
        for _ in range(options.times):
            for doing in DOINGS:
                for number in (signal.SIGKILL, *(POLITE if doing == "work" else (signal.SIGINT,))):
                    delay = chance.uniform(0, 0.3)
                    try:
                        check(heddle, program, configuration, doing, number, delay)
                    except Wrong as wrong:
                        failed = True
                        print(f"{configuration}, the program does `{doing}`, {signal.Signals(number).name} after "
                              f"{delay:.3f} s (--seed {seed}): {wrong}", flush=True)
    if not failed:
        print("nothing was left")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

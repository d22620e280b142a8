#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signals to heddle: they end a run in order, or stop all of it; and how long a run takes."""
import json
import os
import signal
import subprocess
import time

from harness import CliTest, TIMEOUT_S, main


def status_of(process):
    """(state, parent), or None if it is gone."""
    try:
        with open(f"/proc/{process}/stat", encoding="latin-1") as file:
            fields = file.read().rpartition(") ")[2].split()
        return fields[0], int(fields[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def family_of(process):
    """It and all that descend from it."""
    everybody = {int(name): status_of(name) for name in os.listdir("/proc") if name.isdigit()}
    family, grown = {process}, True
    while grown:
        more = {one for one, status in everybody.items() if status is not None and status[1] in family}
        grown = not more <= family
        family |= more
    return family


class Signals(CliTest):
    def start(self, *words, **more):
        process = subprocess.Popen([self.command, "run", "--json", "report.json", *words], cwd=self.work,
                                   **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                                      "stderr": subprocess.PIPE, "start_new_session": True, **more})
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def until(self, condition, what):
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.01)

    def until_it_runs(self, process):
        """heddle, the server and a worker, or a copy, are there."""
        self.until(lambda: len(family_of(process.pid)) >= 3, "the program should run")

    @staticmethod
    def catches(process, number):
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
            fields = dict(line.split(":\t", 1) for line in file)
        return int(fields["SigCgt"], 16) & (1 << (number - 1)) != 0

    def report(self):
        with open(os.path.join(self.work, "report.json"), encoding="utf-8") as file:
            return json.load(file)


class End(Signals):
    def test_each_ends_a_run_in_order(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start(self.compile("big"))
            self.until_it_runs(process)
            process.send_signal(number)
            out, err = process.communicate(timeout=TIMEOUT_S)
            self.assertEqual(process.returncode, 3, (number, out, err))
            self.assertIn(b"incomplete: stopped by an interrupt", out)
            self.assertEqual(self.report()["verdict"], "incomplete")

    def test_while_standard_input_is_read(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            read_end, write_end = os.pipe()
            process = self.start(self.compile("big"), stdin=read_end)
            os.close(read_end)
            self.until(lambda: os.path.exists(os.path.join(self.work, "report.json")), "the report should be opened")
            deadline = time.monotonic() + TIMEOUT_S
            sent = 0
            while process.poll() is None and time.monotonic() < deadline:
                try:
                    os.write(write_end, b"x")  # and no end
                except BrokenPipeError:
                    break
                if sent == 10:
                    process.send_signal(number)
                sent += 1
                time.sleep(0.02)
            os.close(write_end)
            out, err = process.communicate(timeout=TIMEOUT_S)
            self.assertEqual(process.returncode, 3, (number, out, err))
            self.assertIn(b"standard input", out)
            os.unlink(os.path.join(self.work, "report.json"))

    def test_nohup(self):
        process = self.start(self.compile("big"), preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.until_it_runs(process)
        process.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=1.5)

    def test_a_second_one_ends_heddle_at_once(self):
        """The program does not stop when it is asked to, which takes longer than a second signal."""
        process = self.start("--stuck-after", "60s", self.compile("spins"))
        self.until_it_runs(process)
        process.send_signal(signal.SIGTERM)
        self.until(lambda: not self.catches(process, signal.SIGINT), "the first should have been seen")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT_S)
        self.assertIn(process.returncode, (-signal.SIGINT, 3))

    def test_a_replay(self):
        trace = os.path.join(self.work, self.finding_in(self.compile("spins"), "--stuck-after", "1s",
                                                        kind="stuck")[0]["trace"])
        process = subprocess.Popen([self.command, "replay", "--stuck-after", "600s", trace], cwd=self.work,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.end, process)
        self.until(lambda: len(family_of(process.pid)) >= 2, "the program should run")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 3, (out, err))


class Stop(Signals):
    def all_are(self, states, family):
        return all(status is None or status[0] in states for status in map(status_of, family))

    def stop(self, process):
        process.send_signal(signal.SIGTSTP)
        self.until(lambda: status_of(process.pid)[0] == "T", "heddle should stop")
        self.until(lambda: self.all_are("TZ", family_of(process.pid)), "all of it should stop")

    def test_all_of_it_stops_and_goes_on(self):
        for options in ((), ("--reset", "fork"), ("-j", "2", "--reduction", "none")):
            process = self.start("--stuck-after", "1s", *options, self.compile("big"))
            self.until_it_runs(process)
            self.stop(process)
            family = family_of(process.pid)
            time.sleep(2.5)  # longer than an execution may stand still
            self.assertTrue(self.all_are("TZ", family))
            process.send_signal(signal.SIGCONT)
            self.until(lambda: self.all_are("RSDZ", family_of(process.pid)), "all of it should go on")
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=TIMEOUT_S)
            self.assertEqual((process.returncode, self.report()["findings"]), (3, []), (out, err))

    def test_time_stands_still(self):
        begin = time.monotonic()
        process = self.start("--time", "3s", self.compile("big"))
        self.until_it_runs(process)
        self.stop(process)
        time.sleep(4)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 3, (out, err))
        self.assertIn(b"the time limit (3s)", out)
        self.assertGreater(time.monotonic() - begin, 4 + 2)
        self.assertLess(self.report()["wall_s"], time.monotonic() - begin - 3.5)


class Time(Signals):
    def test_findings_for_which_there_is_no_time_are_counted(self):
        """24 failures, each of which takes half a second to be replayed."""
        report, result = self.run_json("--keep-going", "--preemptions", "0", "--time", "4s",
                                       self.compile("many_failures"))
        self.assertEqual((result.status, report["verdict"]), (1, "finding"), result)
        self.assertGreater(report["findings_not_replayed"], 0, result)
        self.assertIn("not replayed", result.out)
        traces = [name for name in os.listdir(os.path.join(self.work, "heddle-out")) if name.endswith(".heddle")]
        self.assertEqual(len(traces), len(report["findings"]))

    def test_a_finding_is_confirmed_even_if_it_takes_longer(self):
        """To start the program takes half a second, and so does the replay."""
        report, result = self.run_json("--time", "800ms", self.compile("many_failures"))
        # On a busy machine it may not even have been started in time.
        self.assertIn((result.status, len(report["findings"])), ((1, 1), (3, 0)), result)

    def test_after_an_interrupt_one_finding_is_confirmed(self):
        process = self.start("--keep-going", "--preemptions", "0", self.compile("many_failures"))
        self.until(lambda: os.path.exists(os.path.join(self.work, "heddle-out", "finding-1.heddle")),
                   "the first finding should be written")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 1, (out, err))
        self.assertGreater(self.report()["findings_not_replayed"], 0)

    def test_endless_input_is_refused(self):
        with open("/dev/zero", "rb") as zeros:
            self.assert_refused(self.heddle("run", self.compile("prints"), stdin=zeros), "standard input", "64 MiB")

    def test_slow_input_and_time(self):
        read_end, write_end = os.pipe()
        process = self.start("--time", "1s", self.compile("prints"), stdin=read_end)
        os.close(read_end)
        try:
            while process.poll() is None:
                os.write(write_end, b"x")
                time.sleep(0.05)
        except BrokenPipeError:
            pass
        os.close(write_end)
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 3, (out, err))
        self.assertIn("while standard input was read", self.report()["stopped_by"])


if __name__ == "__main__":
    main()

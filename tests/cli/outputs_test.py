#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What heddle writes: opened before the search, and told when it could not be written."""
import json
import os
import shlex
import shutil
import subprocess
import time
import unittest

from harness import CliTest, TIMEOUT_S, main

NO_SPACE = "No space left on device"


class Outputs(CliTest):
    def path(self, *names):
        return os.path.join(self.work, *names)

    def shell(self, script, limit=TIMEOUT_S):
        """A script for bash in which $heddle is the command: (status of $heddle | …, out, err)."""
        done = subprocess.run(["bash", "-c", script], cwd=self.work, timeout=limit, stdin=subprocess.DEVNULL,
                              env={**os.environ, "heddle": self.command}, capture_output=True, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


class BeforeTheSearch(Outputs):
    """`big` is not searched in hours: whoever refuses at once has not run it to an end."""

    def test_paths_that_cannot_be_written(self):
        self.write("file", "text")
        for option in ("--json", "--coverage", "--log-schedules"):
            for path, reason in (("no/such/folder", "No such file"), (".", "Is a directory"),
                                 ("file/below", "Not a directory")):
                self.assert_refused(self.heddle("run", option, path, self.compile("big")), path, reason)
        for path in ("file", "file/below", "/proc/nothing"):
            self.assert_refused(self.heddle("run", "--out", path, self.compile("big")), path, "--out")

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_no_permission(self):
        os.mkdir(self.path("closed"), mode=0o500)
        for option in ("--json", "--coverage", "--log-schedules", "--out"):
            self.assert_refused(self.heddle("run", option, "closed/x", self.compile("big")), "closed/x",
                                "Permission denied")

    def test_an_empty_name_is_no_directory(self):
        self.assert_refused(self.heddle("run", "--out", "", self.compile("big")), "--out")

    def test_one_file_for_two_reports(self):
        for options in (("--json", "x", "--coverage", "./x"), ("--json", "-", "--log-schedules", "-")):
            self.assert_refused(self.heddle("run", *options, self.compile("big")), "both")

    def test_what_is_refused_leaves_files_as_they_were(self):
        self.write("old.json", "an old report")
        result = self.heddle("run", "--json", "old.json", "--coverage", "no/such/folder", self.compile("big"))
        self.assert_refused(result, "no/such/folder")
        self.assertEqual(self.read("old.json"), "an old report")
        result = self.heddle("run", "--json", "new.json", "--coverage", "no/such/folder", self.compile("big"))
        self.assert_refused(result, "no/such/folder")
        self.assertEqual(os.listdir(self.work), ["old.json"])

    def test_a_shorter_report_replaces_a_longer_one(self):
        self.write("report.json", "x" * 1_000_000)
        report, result = self.run_json(self.compile("prints"))
        self.assertEqual((result.status, report["verdict"]), (0, "clean"), result)

    def test_plot_and_doctor(self):
        self.heddle("run", "--coverage", "c.csv", self.compile("prints"))
        self.assert_refused(self.heddle("plot", "c.csv", "-o", "no/such/folder"), "no/such/folder")
        self.assert_refused(self.heddle("doctor", "--json", "no/such/folder"), "no/such/folder")


class FullDisk(Outputs):
    def test_files(self):
        program = self.compile("prints")
        for option in ("--json", "--coverage", "--log-schedules"):
            result = self.heddle("run", option, "/dev/full", program)
            self.assert_refused(result, "/dev/full", NO_SPACE)
            self.assertIn("nothing found", result.out, "the report to people should still be there")
        self.heddle("run", "--coverage", "c.csv", program)
        self.assert_refused(self.heddle("plot", "c.csv", "-o", "/dev/full"), NO_SPACE)
        self.assert_refused(self.heddle("doctor", "--json", "/dev/full"), NO_SPACE)

    def test_many_traces_are_one_sentence(self):
        for number in (1, 2, 3):
            os.makedirs(self.path(f"heddle-out/finding-{number}.heddle"))  # no file can have that name
        result = self.heddle("run", "--max-findings", "3", self.compile("many_failures"))
        self.assert_refused(result, "finding-1.heddle", "2 more")

    def test_schedules_of_every_reset(self):
        for reset in ("snapshot", "fork", "exec"):
            result = self.heddle("run", "--reset", reset, "--log-schedules", "/dev/full", self.compile("prints"))
            self.assert_refused(result, "/dev/full", NO_SPACE)

    def test_standard_output(self):
        trace = self.lost_update_trace()
        self.heddle("run", "--out", "other", "--coverage", "c.csv", self.compile("prints"))
        quoted = shlex.quote(self.compile("prints"))
        for words in (f"run --out other {quoted}", f"run --out other {shlex.quote(self.compile('lost_update'))}",
                      f"run --out other --json - {quoted}", f"run --out other --coverage - {quoted}",
                      f"run --out other --log-schedules - {quoted}", f"show {shlex.quote(trace)}",
                      f"replay {shlex.quote(trace)}", "plot c.csv -o -", "doctor", "doctor --json -", "--help",
                      "run --help", "--version"):
            status, _, err = self.shell(f"exec $heddle {words} >/dev/full")
            self.assertEqual(status, 2, (words, err))
            self.assertIn(NO_SPACE, err, words)

    def test_no_standard_output_at_all(self):
        status, _, err = self.shell(f"exec $heddle run {shlex.quote(self.compile('prints'))} >&-")
        self.assertEqual(status, 2, err)
        self.assertIn("standard output", err)

    def test_a_small_file_system(self):
        """The trace, and the report; in a file system of 64 KB, where one can be made."""
        mounts = ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c"]
        mount = "mkdir small && mount -t tmpfs -o size=64k tmpfs small && "
        if shutil.which("unshare") is None or subprocess.run(mounts + [mount + "true"], cwd=self.work, check=False,
                                                             capture_output=True).returncode != 0:
            self.skipTest("no file system can be mounted here")
        os.rmdir(self.path("small"))
        fill = "head -c 1M /dev/zero > small/filler 2>/dev/null; "
        for where in ("--out small/out", "--json small/new.json"):
            script = (mount + "mkdir small/out && { " + fill +
                      f"$heddle run {where} {shlex.quote(self.compile('lost_update'))}; echo status $?; ls -s small; }}")
            done = subprocess.run(mounts + [script], cwd=self.work, check=False, capture_output=True, timeout=TIMEOUT_S,
                                  env={**os.environ, "heddle": self.command}, stdin=subprocess.DEVNULL)
            out, err = done.stdout.decode(), done.stderr.decode()
            self.assertIn("status 2", out, (out, err))
            self.assertIn(NO_SPACE, err, out)
            os.rmdir(self.path("small"))


class BrokenPipe(Outputs):
    def test_a_reader_that_has_seen_enough(self):
        trace = shlex.quote(self.lost_update_trace())
        program = shlex.quote(self.compile("lost_update"))
        for words, expected in ((f"show {trace}", 0), (f"replay {trace}", 1),
                                (f"run --out other --json {self.path('r.json')} {program}", 1), ("--help", 0)):
            status, _, err = self.shell(f"$heddle {words} | true; exit ${{PIPESTATUS[0]}}")
            self.assertEqual((status, err), (expected, ""), words)
        self.assertEqual(json.loads(self.read("r.json"))["verdict"], "finding")

    def test_a_report_that_nobody_has_read(self):
        program = shlex.quote(self.compile("prints"))
        for option in ("--json", "--coverage", "--log-schedules"):
            # A pipe whose reader is gone before heddle begins.
            status, _, err = self.shell(f"exec 9> >(true); wait $!; exec $heddle run {option} - {program} >&9")
            self.assertEqual(status, 2, (option, err))
            self.assertIn("Broken pipe", err)

    def test_the_program_gets_its_signals_as_heddle_found_them(self):
        program = self.compile("signals_as_found")
        for setup, expected in (("", "default default"), ("trap '' PIPE XFSZ; ", "ignored ignored")):
            for reset in ("fork", "exec"):
                status, out, err = self.shell(
                    f"{setup}exec $heddle run --show-output --reset {reset} {shlex.quote(program)}")
                self.assertEqual(status, 0, err)
                self.assertEqual(out.splitlines()[0], expected)


class Directory(Outputs):
    def test_findings_of_an_earlier_run_do_not_stay(self):
        first = self.path(self.lost_update_trace())
        shutil.copy(first, self.path("heddle-out", "finding-12.heddle"))
        shutil.copy(first, self.path("heddle-out", "finding-3.heddle.part-99"))
        kept = {"finding-x.heddle", "finding-2.heddle", "finding-4.heddle", "mine.heddle", "finding-1.heddle.bak"}
        self.write("heddle-out/finding-2.heddle", "not a trace\n")
        shutil.copy(first, self.path("outside"))
        os.symlink("../outside", self.path("heddle-out", "finding-4.heddle"))
        for name in ("finding-x.heddle", "mine.heddle", "finding-1.heddle.bak"):
            shutil.copy(first, self.path("heddle-out", name))
        _, result = self.run_json(self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertEqual(set(os.listdir(self.path("heddle-out"))), kept)
        self.assertTrue(os.path.exists(self.path("outside")))

    def test_a_refused_run_removes_nothing(self):
        trace = self.lost_update_trace()
        self.assert_refused(self.heddle("run", "--json", "no/such/folder", self.compile("prints")), "no/such/folder")
        self.assert_refused(self.heddle("run", "./no_such_program"), "no_such_program")
        self.assertTrue(os.path.exists(trace))

    def test_a_clean_run_leaves_no_directory(self):
        result = self.heddle("run", "--out", "a/b/c", self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertEqual(os.listdir(self.work), [])

    def test_two_runs_in_one_directory(self):
        first = subprocess.Popen([self.command, "run", "--out", "here", self.compile("big")], cwd=self.work,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            while not os.path.exists(self.path("here", "search", "search.json")):
                self.assertIsNone(first.poll())
                time.sleep(0.01)
            link = self.path("by-another-name")
            os.symlink("here", link)
            for out in ("here", "./here/", link):
                self.assert_refused(self.heddle("run", "--out", out, self.compile("lost_update")), "another heddle run")
            self.assert_refused(self.heddle("run", "--resume", "here"), "here")
            self.assertEqual(os.listdir(self.path("here")), ["search"])
        finally:
            first.kill()  # with no chance to clean up
            first.communicate()
        result = self.heddle("run", "--out", "here", self.compile("lost_update"))
        self.assertEqual(result.status, 1, result)


if __name__ == "__main__":
    main()

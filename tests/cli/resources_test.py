#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Limits of the system: heddle works within them, or says in one sentence which one is too low."""
import os
import resource
import subprocess

from harness import CliTest, TIMEOUT_S, main


class Resources(CliTest):
    def limited(self, kind, limit, *words, user=None):
        """heddle under a limit, hard and soft: (status, everything it said)."""
        def set_up():
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            resource.setrlimit(kind, (limit, limit))

        done = subprocess.run([self.command, *words], cwd=self.work, stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=set_up, timeout=TIMEOUT_S)
        return done.returncode, done.stdout.decode()

    def assert_works_or_says(self, outcome, right, name):
        status, text = outcome
        self.assertIn(status, (right, 2), text)
        if status == 2:
            self.assertIn(name, text)
        self.assert_no_excuse(text)

    def assert_no_excuse(self, text):
        self.assertNotIn("does it run without heddle", text)
        self.assertNotIn("internal error", text)


class Limits(Resources):
    def test_open_files(self):
        program = self.compile("lost_update")
        for files in (256, 64):
            status, text = self.limited(resource.RLIMIT_NOFILE, files, "run", program)
            self.assertEqual(status, 1, text)
        for files in (24, 20, 16, 12, 8):
            self.assert_works_or_says(self.limited(resource.RLIMIT_NOFILE, files, "run", program), 1, "ulimit -n")

    def test_open_files_and_many_workers(self):
        for files, workers in ((1024, "256"), (64, "256"), (64, "8")):
            self.assert_works_or_says(
                self.limited(resource.RLIMIT_NOFILE, files, "run", "-j", workers, "--reduction", "none", "--executions",
                             "2000", self.compile("big")), 3, "ulimit -n")

    def test_the_program_has_the_limit_of_heddle(self):
        program = self.compile("open_files")
        for reset in ("snapshot", "fork", "exec"):
            status, text = self.limited(resource.RLIMIT_NOFILE, 64, "run", "--reset", reset, "--show-output", program)
            self.assertEqual((status, text.splitlines()[0]), (0, "64"), text)

    def test_size_of_files(self):
        for size in (1 << 40, 1 << 30, 1 << 20, 4096, 0):
            self.assert_works_or_says(self.limited(resource.RLIMIT_FSIZE, size, "run", self.compile("prints")), 0,
                                      "ulimit -f")

    def test_address_space(self):
        instrumented = os.path.join(self.folder, "instrumented")
        subprocess.run([self.command, "cc", "-g", "-O1", "-pthread", os.path.join(os.path.dirname(__file__), "programs",
                                                                               "prints.c"), "-o", instrumented],
                       check=True)
        for program in (self.compile("prints"), instrumented):
            for size in (1 << 37, 1 << 33, 1 << 31, 1 << 29, 1 << 27):
                self.assert_works_or_says(self.limited(resource.RLIMIT_AS, size, "run", program), 0, "ulimit -v")

    def test_stack(self):
        program = self.compile("lost_update")
        for size in (resource.RLIM_INFINITY, 1 << 20, 64 << 10, 32 << 10):
            for options in ((), ("--reset", "exec"), ("--log-schedules", "log"), ("-j", "2", "--reduction", "none")):
                status, text = self.limited(resource.RLIMIT_STACK, size, "run", *options, program)
                self.assertEqual(status, 1, (size, options, text))
            status, text = self.limited(resource.RLIMIT_STACK, size, "replay", "heddle-out/finding-1.heddle")
            self.assertEqual(status, 1, (size, text))

    def test_processes(self):
        stranger = 61234
        if os.geteuid() != 0:
            self.skipTest("only root can become a user without processes")
        os.chmod(self.folder, 0o755)
        os.chmod(self.work, 0o777)
        run = ("run", "--preemptions", "0", self.compile("prints"))
        try:
            status, text = self.limited(resource.RLIMIT_NPROC, 1000, *run, user=stranger)
        except PermissionError:
            self.skipTest("another user cannot come to heddle here")
        if status != 0:
            self.skipTest("another user cannot run heddle here: " + text)
        for processes in range(8):
            self.assert_works_or_says(self.limited(resource.RLIMIT_NPROC, processes, *run, user=stranger), 0,
                                      "ulimit -u")
        for reset in ("snapshot", "fork", "exec"):
            words = ("run", "--threads", "os", "--reset", reset, "--preemptions", "0", self.compile("prints"))
            for processes in range(3, 9):
                self.assert_works_or_says(self.limited(resource.RLIMIT_NPROC, processes, *words, user=stranger), 0,
                                          "ulimit -u")
        workers = ("run", "-j", "64", "--reduction", "none", "--executions", "2000", self.compile("big"))
        self.assert_works_or_says(self.limited(resource.RLIMIT_NPROC, 10, *workers, user=stranger), 3, "ulimit -u")


class Threads(Resources):
    def test_more_than_heddle_can_run(self):
        for reset in ("snapshot", "fork", "exec"):
            report, result = self.run_json("--reset", reset, "--preemptions", "0", self.compile("many_threads"), "1024")
            self.assertEqual((result.status, report["verdict"]), (2, "error"), result)
            self.assertIn("more than 1023 threads", report["error"])

    def test_as_many_as_heddle_can_run(self):
        report, result = self.run_json("--preemptions", "0", self.compile("many_threads"), "1023")
        self.assertEqual((result.status, report["verdict"], report["threads"]), (0, "clean", 1024), result)


class BeforeMain(Resources):
    def test_a_missing_library(self):
        library = os.path.join(self.work, "libgone.so")
        program = os.path.join(self.work, "needs_library")
        for name, text in (("gone.c", "int gone(void) { return 0; }"),
                           ("main.c", "int gone(void); int main(void) { return gone(); }")):
            with open(os.path.join(self.work, name), "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run(["gcc", "-shared", "-fPIC", "gone.c", "-o", library], cwd=self.work, check=True)
        subprocess.run(["gcc", "main.c", library, "-o", program], cwd=self.work, check=True)
        os.unlink(library)
        report, result = self.run_json(program)
        self.assertEqual((result.status, report["verdict"]), (2, "error"), result)
        self.assertIn("libgone.so", report["error"])
        self.assert_no_excuse(report["error"])

    def test_words_of_the_program(self):
        report, result = self.run_json(self.compile("ends_early"))
        self.assertEqual(result.status, 2, result)
        self.assertIn("status 7 before it reached main; it said: there is no \"configuration\" / and no way out",
                      report["error"])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No guarantee for what heddle did not see to its end, and what other programs do takes none away."""
from harness import CliTest, main

EXECS = ("execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "fexecve", "execveat", "syscall")
CHILDREN = ("daemon", "fork", "fork twice", "system call fork", "clone")
OTHERS = ("system", "popen", "posix_spawn", "vfork", "fork and exec", "fork and wait", "fork and not wait",
          "no such file")
RESETS = ("snapshot", "fork", "exec")


class Elsewhere(CliTest):
    def assert_no_guarantee(self, words, *options):
        report, result = self.run_json(*options, self.compile("goes_elsewhere"), *words)
        self.assertEqual((result.status, report["verdict"]), (2, "error"), result)
        self.assertIsNone(report["guarantee"]["statement"], result)
        self.assertIsNone(report["bound"]["completed"], result)
        self.assertNotIn("covered", result.out + result.err)
        self.assertIn("nothing is guaranteed", report["error"], result)
        self.assertIn(report["error"], " ".join(result.out.split()), result)
        return report["error"]

    def test_a_thread_becomes_another_program(self):
        for how in EXECS:
            with self.subTest(how=how):
                self.assertIn("became another program", self.assert_no_guarantee(["thread " + how]))

    def test_it_is_said_which(self):
        self.assertIn("(/bin/true)", self.assert_no_guarantee(["thread execl"]))

    def test_whatever_the_reset_and_the_reduction(self):
        for reset in RESETS:
            for reduction in ("dpor", "none", "cache"):
                with self.subTest(reset=reset, reduction=reduction):
                    self.assert_no_guarantee(["thread execv"], "--reset", reset, "--reduction", reduction)

    def test_by_an_instruction_of_its_own(self):
        for reset in RESETS:
            with self.subTest(reset=reset):
                self.assertIn("was gone", self.assert_no_guarantee(["thread instruction"], "--reset", reset))

    def test_a_program_that_starts_itself_anew(self):
        self.assertIn("became another program", self.assert_no_guarantee(["itself"]))

    def test_in_a_child(self):
        for how in CHILDREN:
            with self.subTest(how=how):
                self.assertIn("went on in another process", self.assert_no_guarantee([how]))

    def test_in_a_child_whatever_the_reset(self):
        for reset in RESETS:
            with self.subTest(reset=reset):
                self.assert_no_guarantee(["fork twice"], "--reset", reset)

    def test_threads_in_a_child_that_is_waited_for(self):
        self.assertIn("made after a fork", self.assert_no_guarantee(["threads in a child"]))

    def test_threads_by_clone(self):
        report, result = self.run_json(self.compile("goes_elsewhere"), "clone a thread")
        self.assertEqual((result.status, report["verdict"]), (2, "error"), result)
        self.assertIn("clone", report["error"])

    def test_a_finding_elsewhere_is_one(self):
        report, result = self.run_json(self.compile("goes_elsewhere"), "late")
        self.assertEqual((result.status, report["findings"][0]["kind"]), (1, "exit"), result)

    def test_with_workers(self):
        self.assert_no_guarantee(["thread execl"], "-j", "2", "--reduction", "none")

    def test_other_programs_are_others(self):
        for how in OTHERS:
            with self.subTest(how=how):
                report, result = self.run_json("--preemptions", "0", self.compile("goes_elsewhere"), how)
                self.assertEqual((result.status, report["verdict"]), (0, "clean"), result)
                self.assertIsNotNone(report["guarantee"]["statement"], result)


if __name__ == "__main__":
    main()

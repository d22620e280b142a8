#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What heddle says to a command line that makes no sense, or that names nothing it can run."""
import os
import shutil

from harness import CliTest, main


class Usage(CliTest):
    def test_help_offers_only_what_is_built(self):
        for command in ("run", "replay", "show", "plot", "doctor"):
            text = self.heddle(command, "--help").out
            self.assertNotIn("not built", text)
            for option in ("--junit", "--sarif", "--html"):
                self.assertNotIn(option, text)
                if command == "run":
                    self.assert_refused(self.heddle("run", option, "x", "/bin/true"), option, "not built yet")

    def test_no_arguments(self):
        self.assert_refused(self.heddle(), "--help")

    def test_help(self):
        for words in (["--help"], ["run", "--help"], ["replay", "--help"], ["show", "--help"],
                      ["doctor", "--help"]):
            result = self.heddle(*words)
            self.assertEqual(result.status, 0, result)
            self.assertEqual(result.err, "", result)
            self.assertRegex(result.out, r"(?i)usage")

    def test_help_names_the_options_of_run(self):
        text = self.heddle("run", "--help").out
        for option in ("--preemptions", "--strategy", "--reset", "--executions", "--time", "--steps", "--json",
                       "--out", "--keep-going", "--allow-incomplete"):
            self.assertIn(option, text)

    def test_help_names_the_compilers(self):
        text = self.heddle("--help").out
        self.assertRegex(text, r"(?m)^\s+cc\s")
        self.assertRegex(text, r"(?m)^\s+c\+\+\s")

    def test_version(self):
        result = self.heddle("--version")
        self.assertEqual(result.status, 0, result)
        self.assertRegex(result.out, r"\d+\.\d+\.\d+")
        self.assertEqual(len(result.out.splitlines()), 1, result)

    def test_unknown_command(self):
        self.assert_refused(self.heddle("frobnicate"), "there is no command frobnicate")
        self.assert_refused(self.heddle("cxx", "-g", "a.cc"), "there is no command cxx (")

    def test_an_option_that_is_given_nothing(self):
        """As by --time "$LIMIT", where LIMIT is not set: that is not the same as no limit."""
        takes_value = [words[0] for words in (line.split() for line in self.heddle("run", "--help").out.splitlines())
                       if len(words) > 1 and words[0].startswith("-") and words[1].split("=")[0].isupper()]
        for option in ("--json", "--time", "--reduction", "--suppressions", "--resume", "--memory"):
            self.assertIn(option, takes_value)
        for option in takes_value:
            self.assert_refused(self.heddle("run", option, "", "/bin/true"), option)
        self.assert_refused(self.heddle("doctor", "--json", ""), "--json")
        self.assert_refused(self.heddle("plot", "-o", "", "x"), "--output")

    def test_a_file_without_an_end(self):
        self.assert_refused(self.heddle("run", "--suppressions", "/dev/zero", "/bin/true"), "/dev/zero is longer than")
        self.assert_refused(self.heddle("plot", "-o", "x.svg", "/dev/zero"), "/dev/zero is longer than")

    def test_run_without_a_program(self):
        self.assert_refused(self.heddle("run"))
        self.assert_refused(self.heddle("run", "--preemptions", "1"))
        self.assert_refused(self.heddle("run", "--"))

    def test_replay_and_show_without_a_trace(self):
        self.assert_refused(self.heddle("replay"))
        self.assert_refused(self.heddle("show"))

    def test_bad_options(self):
        program = self.compile("prints")
        for words in (["--nosuch"], ["--preemptions", "x"], ["--preemptions", "-1"], ["--preemptions", ""],
                      ["--preemptions", "1.5"], ["--preemptions", "99999999999999999999"],
                      ["--strategy", "nosuch"], ["--reset", "nosuch"], ["--threads", "nosuch"], ["--visible", "nosuch"], ["--time", "soon"], ["--time", "-1s"],
                      ["--executions", "many"], ["--executions", "-3"], ["--steps", "x"],
                      ["--stuck-after", "never"]):
            with self.subTest(" ".join(words)):
                self.assert_refused(self.heddle("run", *words, program), words[0])

    def test_what_is_not_built_yet_is_refused(self):
        program = self.compile("prints")
        self.assert_refused(self.heddle("run", "--reduction", "inspect", program), "--preemptions all")
        self.assert_refused(self.heddle("run", "--reset", "magic", program), "magic")

    def test_an_option_without_its_value(self):
        self.assert_refused(self.heddle("run", "--preemptions"), "--preemptions")

    def test_reports_that_cannot_be_written(self):
        program = self.compile("prints")
        self.assert_refused(self.heddle("run", "--json", "no/such/folder/report.json", program), "no/such/folder")
        in_the_way = os.path.join(self.work, "file")
        with open(in_the_way, "w", encoding="utf-8"):
            pass
        self.assert_refused(self.heddle("run", "--out", os.path.join(in_the_way, "traces"),
                                        self.compile("lost_update")), "file/traces")


class NoProgram(CliTest):
    """What cannot be run at all."""

    def test_missing(self):
        self.assert_refused(self.heddle("run", "./no-such-program"), "no-such-program")
        self.assert_refused(self.heddle("run", "/no/such/program"), "/no/such/program")

    def test_directory(self):
        self.assert_refused(self.heddle("run", self.folder), self.folder)

    def test_not_executable(self):
        path = os.path.join(self.work, "program")
        shutil.copyfile(self.compile("prints"), path)
        os.chmod(path, 0o644)
        self.assert_refused(self.heddle("run", path), path)

    def test_text_file(self):
        path = os.path.join(self.work, "notes.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("not a program\n")
        self.assert_refused(self.heddle("run", path), path)
        os.chmod(path, 0o755)
        self.assert_refused(self.heddle("run", path), path)

    def test_empty_file(self):
        path = os.path.join(self.work, "empty")
        with open(path, "w", encoding="utf-8"):
            pass
        os.chmod(path, 0o755)
        self.assert_refused(self.heddle("run", path), path)

    def test_truncated_program(self):
        path = os.path.join(self.work, "truncated")
        with open(self.compile("prints"), "rb") as file:
            head = file.read(100)
        with open(path, "wb") as file:
            file.write(head)
        os.chmod(path, 0o755)
        self.assert_refused(self.heddle("run", path), path)

    def test_statically_linked(self):
        path = self.compile("prints", "-static", output="prints-static")
        self.assert_refused(self.heddle("run", path), "static")


if __name__ == "__main__":
    main()

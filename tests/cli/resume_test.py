#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Searches that are broken off by a limit, and taken up again; and several workers."""
import json
import os
import shutil
import subprocess

from harness import CliTest, main

COMPARED = ("verdict", "executions", "steps", "by_bound", "bound", "max_steps")


class Resume(CliTest):
    def out(self):
        return os.path.join(self.work, "heddle-out")

    def kept(self):
        return os.path.join(self.out(), "search")

    def program(self):
        """With some thousand schedules."""
        return (self.compile("counts_input"), "twelve steps")

    def begin(self, *words, executions=50):
        report, result = self.run_json("--executions", str(executions), *words, *self.program())
        self.assertEqual(result.status, 3, result)
        return report, result

    def test_a_search_that_is_over_leaves_nothing(self):
        _, result = self.run_json("--preemptions", "0", self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertFalse(os.path.exists(self.out()))

    def test_a_limit_says_how_to_go_on(self):
        report, result = self.begin()
        self.assertIn("heddle run --resume heddle-out", result.out)
        self.assertEqual(report["resume"], "heddle-out")
        self.assertTrue(os.path.isdir(self.kept()))

    def test_it_comes_to_the_same(self):
        whole, _ = self.run_json(*self.program())
        self.begin()
        report, result = self.run_json("--resume", "heddle-out", "--executions", "120")
        self.assertEqual((report["executions"], result.status), (120, 3), result)
        report, result = self.run_json("--resume", "heddle-out")
        self.assertEqual({key: report[key] for key in COMPARED}, {key: whole[key] for key in COMPARED}, result)
        self.assertFalse(os.path.exists(self.kept()))

    def test_it_comes_to_the_same_with_every_reset(self):
        for reset in ("fork", "snapshot"):
            words = ("--preemptions", "1", "--reset", reset)
            whole, _ = self.run_json(*words, *self.program())
            self.begin(*words, executions=3)
            report, result = self.run_json("--resume", "heddle-out")
            self.assertEqual({key: report[key] for key in COMPARED}, {key: whole[key] for key in COMPARED}, result)
            self.assertEqual(report["reset"], reset)

    def test_standard_input_and_arguments_are_those_of_the_beginning(self):
        program = self.compile("counts_input")
        words = ("--preemptions", "1", "--", program, "--ab")
        whole, _ = self.run_json(*words, stdin=b"cde")
        self.run_json("--executions", "2", *words, stdin=b"cde")
        report, result = self.run_json("--resume", "heddle-out", stdin=b"another text")
        self.assertEqual({key: report[key] for key in COMPARED}, {key: whole[key] for key in COMPARED}, result)

    def test_from_another_directory(self):
        self.begin()
        elsewhere = os.path.join(self.work, "elsewhere")
        os.mkdir(elsewhere)
        whole, here = self.run_json("--out", "another", *self.program())
        self.assertEqual(here.status, 0, here)
        self.work, before = elsewhere, self.work
        report, result = self.run_json("--resume", os.path.join(before, "heddle-out"))
        self.assertEqual(report["executions"], whole["executions"], result)

    def test_what_cannot_be_resumed(self):
        self.assert_refused(self.heddle("run", "--resume", "nowhere"), "nowhere")
        self.begin()
        self.assert_refused(self.heddle("run", "--resume", "heddle-out", self.compile("big")), "--resume")
        with open(os.path.join(self.kept(), "search.json"), encoding="utf-8") as file:
            description = json.load(file)
        for text in ("", "{", "[]", json.dumps(description | {"heddle": "0.0.0"}),
                     json.dumps(description | {"round": "x"})):
            with open(os.path.join(self.kept(), "search.json"), "w", encoding="utf-8") as file:
                file.write(text)
            self.assert_refused(self.heddle("run", "--resume", "heddle-out"), "search.json")

    def test_another_program_is_refused(self):
        program = self.compile("big", output="changes")
        report, result = self.run_json("--executions", "5", program)
        self.assertEqual(result.status, 3, result)
        self.compile("prints", output="changes")
        self.assert_refused(self.heddle("run", "--resume", "heddle-out"), "changes", "begin a new one")

    def test_a_file_that_was_cut_is_refused(self):
        """Unless there was nothing in what was cut off."""
        whole, _ = self.run_json(*self.program())
        self.begin()
        path = os.path.join(self.kept(), "round-0-worker-0")
        size = os.path.getsize(path)
        for cut in (100, 5000, size // 2, size - 4096, size - 1):
            copy = os.path.join(self.work, "copy")
            subprocess.run(["cp", "-r", "--sparse=always", self.out(), copy], check=True)
            os.truncate(os.path.join(copy, "search", "round-0-worker-0"), cut)
            result = self.heddle("run", "--resume", "copy", "--json", "report.json")
            if cut > size - 4096 and result.status == 0:
                with open(os.path.join(self.work, "report.json"), encoding="utf-8") as file:
                    self.assertEqual(json.load(file)["executions"], whole["executions"])
            else:
                self.assertEqual(result.status, 2, result)
                self.assertIn("not as heddle left it", result.out + result.err)
            shutil.rmtree(copy, ignore_errors=True)

    def test_it_goes_on_after_a_finding(self):
        """If it was to, and was broken off by a limit."""
        words = ("--keep-going", "--reduction", "none", self.compile("lost_update"))
        whole, result = self.run_json(*words)
        self.assertEqual(result.status, 1, result)
        part, result = self.run_json("--executions", str(whole["executions"] - 1), *words)
        self.assertEqual((result.status, len(part["findings"])), (1, 1), result)
        self.assertEqual(part["resume"], "heddle-out")
        self.assertIn("heddle run --resume heddle-out", result.out)
        report, result = self.run_json("--resume", "heddle-out")
        self.assertEqual(result.status, 1, result)
        for key in (*COMPARED, "guarantee"):
            self.assertEqual(report[key], whole[key], key)
        for found, expected in zip(report["findings"], whole["findings"], strict=True):
            self.assertEqual({**found, "trace": None}, {**expected, "trace": None})
        self.assertFalse(os.path.exists(self.kept()))

    def test_it_is_over_when_enough_was_found(self):
        _, result = self.run_json(self.compile("lost_update"))
        self.assertEqual(result.status, 1, result)
        self.assertFalse(os.path.exists(self.kept()))

    def test_a_new_run_takes_its_place(self):
        self.begin()
        report, result = self.run_json("--preemptions", "0", self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertFalse(os.path.exists(self.kept()))


class Workers(CliTest):
    def test_they_come_to_the_same(self):
        for words in ((), ("--strategy", "dfs"), ("--csb", "1"), ("--reset", "fork", "--preemptions", "1")):
            one, _ = self.run_json("--preemptions", "2", *words, self.compile("tasks"))
            two, result = self.run_json("--preemptions", "2", "-j", "2", *words, self.compile("tasks"))
            self.assertEqual({key: one[key] for key in COMPARED}, {key: two[key] for key in COMPARED}, result)

    def test_a_finding_is_found_at_the_same_bound(self):
        one, _ = self.finding_in(self.compile("lost_update"), kind="exit")
        two, _ = self.finding_in(self.compile("lost_update"), "-j", "3", kind="exit")
        self.assertEqual(one["preemptions"], two["preemptions"])


if __name__ == "__main__":
    main()

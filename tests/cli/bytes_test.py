#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Arguments, paths, variables, input and output are bytes, and need not be UTF-8."""
import json
import os
import re
import shutil
import subprocess

from harness import CliTest, TIMEOUT_S, main

STRANGE = b"a\xffz"


def as_bytes(text):
    """What a string of the JSON report stands for; see docs/reference/json-report.md."""
    return re.sub(rb"\\x([0-9a-f]{2})", lambda m: bytes.fromhex(m[1].decode()), text.encode())


class Bytes(CliTest):
    def setUp(self):
        super().setUp()
        self.folder_of_test = os.path.join(os.fsencode(self.work), b"in \xfe")
        os.mkdir(self.folder_of_test)
        self.program = os.path.join(self.folder_of_test, b"pro\xffgram")
        shutil.copy(self.compile("any_bytes"), self.program)

    def call(self, *words, stdin=STRANGE):
        done = subprocess.run([os.fsencode(self.command), *words], cwd=self.folder_of_test, input=stdin, check=False,
                              env={**os.environb, b"BYTES": STRANGE}, capture_output=True, timeout=TIMEOUT_S)
        self.assertNotIn(b"internal error", done.stderr, done)
        return done

    def report(self):
        with open(os.path.join(self.folder_of_test, b"report\xff"), encoding="utf-8") as file:
            return json.load(file)

    def test_a_finding_is_reported_and_replayed(self):
        done = self.call(b"run", b"--json", b"report\xff", b"--out", b"out\xff", b"./pro\xffgram", STRANGE)
        self.assertEqual(done.returncode, 1, done)
        report = self.report()
        self.assertEqual([as_bytes(word) for word in report["program"]], [b"./pro\xffgram", STRANGE])
        trace = as_bytes(report["findings"][0]["trace"])
        self.assertEqual(trace, b"out\xff/finding-1.heddle")
        shown = self.call(b"show", trace)
        self.assertEqual(shown.returncode, 0, shown)
        elsewhere = subprocess.run([self.command, b"replay", os.path.join(self.folder_of_test, trace)], cwd="/",
                                   env={**os.environb, b"BYTES": STRANGE}, stdin=subprocess.DEVNULL, check=False,
                                   capture_output=True, timeout=TIMEOUT_S)
        self.assertEqual(elsewhere.returncode, 1, elsewhere)
        self.assertIn(b"the same", elsewhere.stdout)
        self.assertIn(b"Reproduced", elsewhere.stdout)

    def test_what_looks_like_an_escape_is_none(self):
        word = rb"\xff \x5c \\x41 \n \xg0"
        done = self.call(b"run", b"--json", b"report\xff", b"./pro\xffgram", word)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(as_bytes(self.report()["program"][1]), word)

    def test_a_clean_run(self):
        done = self.call(b"run", b"--json", b"report\xff", b"./pro\xffgram", b"b\xffz")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.report()["verdict"], "clean")

    def test_a_search_is_taken_up_again(self):
        done = self.call(b"run", b"--executions", b"1", b"--out", b"out\xff", b"--", b"./pro\xffgram", STRANGE, stdin=b"x")
        self.assertEqual(done.returncode, 3, done)
        done = self.call(b"run", b"--json", b"report\xff", b"--resume", b"out\xff")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(as_bytes(self.report()["program"][1]), STRANGE)

    def test_words_that_are_wrong(self):
        for words in ((b"run", b"./no\xffprogram"), (b"no\xffcommand",), (b"run", b"--no\xffoption", b"x"),
                      (b"run", b"--json", b"no\xff/x", b"./pro\xffgram"), (b"show", b"no\xfftrace"),
                      (b"run", b"--time", b"\xff", b"./pro\xffgram"), (b"plot", b"no\xff.csv", b"-o", b"x")):
            done = self.call(*words)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done)

    def test_a_figure(self):
        self.assertEqual(self.call(b"run", b"--coverage", b"\xff.csv", b"./pro\xffgram", b"x").returncode, 0)
        self.assertEqual(self.call(b"plot", b"\xff.csv", b"--title", b"\xfe", b"-o", b"f\xff.svg").returncode, 0)
        with open(os.path.join(self.folder_of_test, b"f\xff.svg"), encoding="utf-8") as file:
            self.assertIn(r"\xfe", file.read())


if __name__ == "__main__":
    main()

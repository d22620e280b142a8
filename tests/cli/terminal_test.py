#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whatever a program, a path or an argument says, a terminal is shown text and heddle's own colours."""
import json
import os
import pty
import re
import subprocess
import time

from harness import HERE, TIMEOUT_S, CliTest, main

EVIL = b"\x1b]0;title\x07\x1b[31m\xc2\x9b2J\x9b\r\x7f\xe2\x80\xae"
INCLUDE = os.path.join(HERE, "..", "..", "include")
COLOURS = re.compile(rb"\x1b\[(0|1|1;31|1;32|33|36)m")
# The line of progress is written over, and erased.
PROGRESS = re.compile(rb"\r[^\r\n\x1b]*\x1b\[K")


def obeyed(shown):
    """What a terminal would obey, in bytes that are neither lines of text nor heddle's own colours."""
    shown = COLOURS.sub(b"", PROGRESS.sub(b"", shown)).replace(b"\r\n", b"\n")
    text = shown.decode("utf-8", "surrogateescape")
    return re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]", text)


class Terminal(CliTest):
    def setUp(self):
        super().setUp()
        self.program = self.compile("escapes", "-I", INCLUDE)

    def on_terminal(self, *words):
        """(status, all that was shown)"""
        master, slave = pty.openpty()
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        process = subprocess.Popen([self.command, *words], cwd=self.work, stdin=subprocess.DEVNULL, stdout=slave,
                                   stderr=slave, env={**environment, "TERM": "xterm"}, start_new_session=True)
        os.close(slave)
        shown = b""
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end:
            try:
                shown += os.read(master, 65536)
            except OSError:  # the other end is closed
                break
        os.close(master)
        return process.wait(), shown

    def in_pipe(self, *words):
        done = subprocess.run([self.command, *words], cwd=self.work, stdin=subprocess.DEVNULL, capture_output=True,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def assert_harmless(self, status, *words, contains=b""):
        for way in (self.on_terminal, self.in_pipe):
            with self.subTest(words=words, way=way.__name__):
                got, shown = way(*words)
                self.assertEqual(obeyed(shown), [], shown)
                self.assertEqual(got, status, shown)
                self.assertIn(contains, shown)

    def test_names_and_output(self):
        self.assert_harmless(1, "run", self.program, contains=rb"\x1b[31mred\x1b]0;title\x07")
        trace = os.path.join(self.work, "heddle-out", "finding-1.heddle")
        self.assert_harmless(1, "replay", trace, contains=rb"\x1b[31mred")
        self.assert_harmless(0, "show", trace, contains=rb"evil\x1b[31m\x9b.c:")
        self.assert_harmless(0, "show", "--all", trace)
        self.assert_harmless(1, "run", "--keep-going", "--explain", self.program)

    def test_arguments_and_paths(self):
        folder = os.path.join(self.work.encode(), EVIL)
        os.mkdir(folder)
        copy = os.path.join(folder, b"program")
        os.symlink(self.program, copy)
        self.assert_harmless(1, "run", "--out", folder, copy, EVIL, contains=b"heddle replay $'")
        trace = os.path.join(folder, b"finding-1.heddle")
        self.assert_harmless(1, "replay", trace)
        self.assert_harmless(0, "show", trace, contains=rb"\x1b]0;title")

    def test_what_is_refused(self):
        for words in ((EVIL,), ("run", EVIL), ("run", b"./" + EVIL), ("run", b"--" + EVIL, self.program),
                      ("run", "--strategy", EVIL, self.program), ("run", "--steps", EVIL, self.program),
                      ("run", "--time", EVIL, self.program), ("run", "--suppressions", EVIL, self.program),
                      ("run", "--resume", EVIL), ("replay", EVIL), ("show", EVIL), ("show", "x", b"--" + EVIL),
                      ("plot", EVIL, "-o", "x.svg"), ("replay", EVIL, "--stuck-after", EVIL)):
            self.assert_harmless(2, *words, contains=rb"\x1b")

    def test_somebody_elses_command(self):
        self.in_pipe("run", self.program, EVIL)
        trace = os.path.join(self.work, "heddle-out", "finding-1.heddle")
        before = os.environ.get("XDG_STATE_HOME")
        os.environ["XDG_STATE_HOME"] = os.path.join(self.work, "another")
        try:
            self.assert_harmless(2, "replay", trace, contains=rb"$'\x1b]0;title")
            self.assert_harmless(1, "replay", "--program", self.program, trace, contains=rb"$'\x1b]0;title")
        finally:
            if before is None:
                del os.environ["XDG_STATE_HOME"]
            else:
                os.environ["XDG_STATE_HOME"] = before

    def test_output_that_is_shown_as_it_comes(self):
        status, shown = self.on_terminal("run", "--show-output", self.program)
        self.assertEqual((status, obeyed(shown)), (1, []), shown)
        self.assertGreater(shown.count(rb"\x1b[31mred"), 2, shown)
        # In a file it is the program's own bytes.
        path = os.path.join(self.work, "output")
        with open(path, "wb") as file:
            subprocess.run([self.command, "run", "--show-output", self.program], cwd=self.work, stdout=file,
                           stdin=subprocess.DEVNULL, check=False)
        with open(path, "rb") as file:
            self.assertIn(b"\x1b[31mred\x1b]0;title\x07", file.read())

    def test_json(self):
        status, shown = self.on_terminal("run", "--json", "-", self.program)
        self.assertEqual((status, obeyed(shown)), (1, []), shown)
        done = subprocess.run([self.command, "run", "--json", "-", self.program], cwd=self.work, capture_output=True,
                              check=False)
        message = json.loads(done.stdout)["findings"][0]["message"]
        self.assertTrue(message)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a run of more than a second shows on a terminal, and that it shows it nowhere else."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from harness import TIMEOUT_S, CliTest, main

ERASED = "\r\x1b[K"
DRAWN = re.compile(r"\r([^\r\n]+?)\x1b\[K")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CTRL_C = b"\x03"


class Shown:
    """What came out on a terminal, with times since the start."""

    def __init__(self, pieces, status, out):
        self.pieces, self.status, self.out = pieces, status, out
        self.text = "".join(text for _, text in pieces)
        self.lines = [COLOUR.sub("", line) for line in DRAWN.findall(self.text)]

    def first(self):
        return next(when for when, text in self.pieces if text.strip())

    def screen(self):
        """The lines that a person sees at the end."""
        lines, column = [""], 0
        for mark in re.findall(r"\x1b\[K|\x1b\[[0-9;]*m|.|\n", self.text, re.DOTALL):
            if mark == "\r":
                column = 0
            elif mark == "\n":
                lines.append("")
            elif mark == "\x1b[K":
                lines[-1] = lines[-1][:column]
            elif not mark.startswith("\x1b"):
                lines[-1] = lines[-1][:column].ljust(column) + mark + lines[-1][column + 1:]
                column += 1
        return [line.rstrip() for line in lines]


class Progress(CliTest):
    def on_terminal(self, *words, columns=100, whole=False, interrupt_after=None, lines=None, **variables):
        """heddle run with standard error, or all three, on a terminal of its own.

        It is told to end when it has drawn so many lines.
        """
        master, slave = pty.openpty()
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        out_path = os.path.join(self.work, "out")
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
        environment.update({"TERM": "xterm", **variables})

        def own_terminal():
            os.setsid()
            fcntl.ioctl(2, termios.TIOCSCTTY, 0)

        begin = time.monotonic()
        with open(out_path, "wb") as out:
            process = subprocess.Popen([self.command, "run", *words], cwd=self.work, env=environment,
                                       stdin=slave if whole else subprocess.DEVNULL, stdout=slave if whole else out,
                                       stderr=slave, preexec_fn=own_terminal)
        os.close(slave)
        pieces = []
        while time.monotonic() - begin < TIMEOUT_S:
            text = "".join(text for _, text in pieces)
            if interrupt_after is not None and interrupt_after in text:
                os.write(master, CTRL_C)
                interrupt_after = None
            if lines is not None and len(DRAWN.findall(text)) >= lines:
                process.send_signal(signal.SIGINT)
                lines = None
            if not select.select([master], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            pieces.append((time.monotonic() - begin, piece.decode()))
        else:
            process.kill()
        os.close(master)
        status = process.wait()
        with open(out_path, encoding="utf-8") as file:
            return Shown(pieces, status, file.read())

    def test_shown_after_a_second(self):
        shown = self.on_terminal("--time", "9s", self.compile("big"), columns=120, lines=4)
        self.assertEqual(shown.status, 3, shown.text)
        self.assertGreaterEqual(shown.first(), 1.0)
        self.assertGreaterEqual(len(shown.lines), 2, shown.text)
        self.assertLessEqual(len(shown.lines), 30)
        for line in shown.lines:
            self.assertRegex(line, r"^bound [0-2] of 2 \| [\d,]+ executions? \| ((about )?[\w.-]+ to go \| )?"
                                   r"[\d,.]+/s \| no findings \| 0:0\d \| 0:0\d left$")
        counts = [int(re.search(r"([\d,]+) execution", line)[1].replace(",", "")) for line in shown.lines]
        self.assertEqual(counts, sorted(counts))
        self.assertGreater(counts[-1], counts[0])

    def test_erased_at_the_end(self):
        shown = self.on_terminal("--time", "1500ms", self.compile("big"))
        self.assertTrue(shown.text.endswith(ERASED), repr(shown.text))
        self.assertEqual(shown.screen(), [""])
        self.assertTrue(shown.out.startswith("incomplete:"), shown.out)

    def test_the_report_stands_alone(self):
        shown = self.on_terminal("--time", "1500ms", self.compile("big"), whole=True)
        self.assertTrue(shown.lines)
        self.assertTrue(shown.screen()[0].startswith("incomplete: stopped by the time limit"), shown.screen())
        self.assertNotIn("|", "\n".join(shown.screen()))

    def test_an_interrupt_erases_it(self):
        shown = self.on_terminal(self.compile("big"), whole=True, interrupt_after="executions")
        self.assertEqual(shown.status, 3, shown.text)
        self.assertIn("^C", shown.text)
        self.assertTrue(shown.screen()[0].startswith("incomplete: stopped by an interrupt"), shown.screen())
        self.assertNotIn("|", "\n".join(shown.screen()))

    def test_a_new_process_for_every_execution(self):
        shown = self.on_terminal("--reset", "exec", self.compile("big"), lines=2)
        self.assertGreaterEqual(len(shown.lines), 2, shown.text)
        self.assertEqual(shown.screen(), [""])

    def test_what_is_left_of_the_executions(self):
        shown = self.on_terminal("--executions", "1000000", self.compile("big"), columns=140, lines=1)
        self.assertRegex(shown.lines[0], r"\d{3},\d{3} executions left, about [\d:]+$")

    def test_depth_first_has_no_bound_under_way(self):
        shown = self.on_terminal("--reset", "fork", "--strategy", "dfs", "--preemptions", "1", self.compile("big"),
                                 lines=1)
        self.assertTrue(shown.lines[0].startswith("up to 1 preemption | "), shown.lines)

    def test_what_else_a_strategy_goes_by(self):
        shown = self.on_terminal("--strategy", "delay", "--delays", "3", self.compile("big"), lines=1)
        self.assertRegex(shown.lines[0], r"^delays \d of 3 \| ")
        shown = self.on_terminal("--strategy", "pos", "--time", "9s", self.compile("big"), lines=1)
        self.assertTrue(shown.lines[0].startswith("samples by pos | "), shown.lines)

    def test_width(self):
        for columns in (20, 40, 60):
            shown = self.on_terminal("--time", "9s", self.compile("big"), columns=columns, lines=2)
            self.assertTrue(shown.lines, shown.text)
            self.assertLess(max(map(len, shown.lines)), columns)
            self.assertTrue(shown.lines[0].startswith("bound "))

    def test_findings(self):
        shown = self.on_terminal("--keep-going", "--preemptions", "all", "--steps", "100", self.compile("big"),
                                 lines=2)
        self.assertEqual(shown.status, 1, shown.out)  # they are confirmed after the interrupt
        self.assertRegex(shown.lines[-1], r"\| [1-9]\d* findings? \|")
        self.assertRegex(shown.text, "\x1b\\[1;31m[1-9]\\d* findings?\x1b\\[0m")

    def test_no_colour_is_no_reason_to_be_silent(self):
        shown = self.on_terminal("--keep-going", "--preemptions", "all", "--steps", "100", self.compile("big"),
                                 lines=2, NO_COLOR="1")
        self.assertTrue(shown.lines)
        self.assertIsNone(COLOUR.search(shown.text), shown.text)

    def test_a_short_run_shows_nothing(self):
        shown = self.on_terminal("--executions", "5", self.compile("big"))
        self.assertEqual(shown.text, "")

    def test_a_terminal_that_cannot_draw_over_a_line_shows_nothing(self):
        shown = self.on_terminal("--time", "1500ms", self.compile("big"), TERM="dumb")
        self.assertEqual(shown.text, "")

    def test_not_among_the_output_of_the_program(self):
        shown = self.on_terminal("--show-output", "--time", "1500ms", self.compile("big"), whole=True)
        self.assertEqual(shown.lines, [])

    def test_none_in_a_pipe_or_a_file(self):
        result = self.heddle("run", "--time", "1500ms", self.compile("big"))
        self.assertEqual(result.err, "")
        self.assertNotIn("\r", result.out)


if __name__ == "__main__":
    main()

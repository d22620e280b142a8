#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands in README.md and docs/, and compares what they print with what is written there.

    docs_test.py HEDDLE SOURCES [DOCUMENT…]

In a fenced block, a line that begins with `$ ` is a command, and what follows up to the next one is its
output; in a session of gdb, started by `heddle replay … --gdb`, the same holds for `(gdb) `.  A line `…`
stands for any number of lines.  The commands of a document are run one after the other in a folder that has
the examples, the test programs and include/.  Times, rates, addresses and numbers of frames may differ.

Of a block with commands that are not run, a comment before it says why:

    <!-- not run: it needs a terminal -->

and this one is run without being shown:

    <!-- run first: gcc -pthread examples/a.c -o a -->

With HEDDLE_APPROVE=1 in the environment, what differs is written into the document (but not into a block
that leaves lines out).
"""
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

TIMEOUT_S = 120
COLUMNS = "100"
ELLIPSIS = "…"
PROMPTS = ("$ ", "(gdb) ")
# What would be typed: such a line may not stand in a block that nobody checks.
COMMAND = re.compile(r"^(heddle (run|replay|show|plot|doctor|cc|c\+\+|model)|heddle-c|make|cmake|ctest|gcc|g\+\+|clang|sudo|"
                     r"git|export|\./)\b")
BLOCK = re.compile(r"^(?P<comments>(?:<!--.*?-->\n)*)```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
COMMENT = re.compile(r"<!-- (not run|run first): (.*?) -->", re.S)


def normal(line):
    line = re.sub(r"\bin [\d.,]+ (ms|s|m|h)\b( [\d.,]+ s)?", "in TIME", line)
    line = re.sub(r" \([\d.,]+ a second\)", "", line)
    line = re.sub(r"0x[0-9a-f…]+", "0x…", line)
    return re.sub(r"^#\d+ +", "#N ", line).rstrip()


def matches(expected, actual):
    """Whether they are the same lines, where … is any number of them."""
    if not expected:
        return not actual
    if expected[0] == ELLIPSIS:
        return any(matches(expected[1:], actual[skipped:]) for skipped in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


class Step:
    """A command and what it is said to print."""

    def __init__(self, prompt, command):
        self.prompt, self.command, self.output = prompt, command, []

    def text(self, output):
        return "".join(line + "\n" for line in [self.prompt + self.command, *output])


def steps_of(text):
    """The steps of a block; none if there is no command in it."""
    steps = []
    for line in text.splitlines():
        prompt = next((prompt for prompt in PROMPTS if line.startswith(prompt)), None)
        if prompt:
            steps.append(Step(prompt, line[len(prompt):]))
        elif steps:
            steps[-1].output.append(line)
        else:
            return []
    # The last prompt of a session of gdb has nothing behind it.
    if steps and steps[-1].output[-1:] == ["(gdb)"]:
        steps[-1].output.pop()
    return steps


class Document:
    def __init__(self, path, name, folder, environment):
        self.path, self.name, self.folder, self.environment = path, name, folder, environment
        self.text = path.read_text(encoding="utf-8")
        self.gdb = None  # the command that the session was begun with
        self.approved = []  # (from, to, text)
        self.commands = 0

    def problems(self):
        for block in BLOCK.finditer(self.text):
            line = self.text.count("\n", 0, block.start("text"))
            comments = dict(COMMENT.findall(block["comments"]))
            if "run first" in comments:
                self.shell(comments["run first"])
            steps = steps_of(block["text"])
            if "not run" in comments:
                continue
            if not steps and not block["language"] and any(map(COMMAND.match, block["text"].splitlines())):
                yield f"{self.name}:{line}: commands without `$ `; if they cannot be run, say <!-- not run: why -->"
            printed = list(self.run(steps))
            wrong = list(self.compare(steps, printed, line))
            if wrong:
                self.approve(block, steps, printed)
            yield from wrong

    def run(self, steps):
        """What each of them prints, in lines.  gdb's are run in one session."""
        session = [step for step in steps if step.prompt == "(gdb) "]
        if session:
            printed = self.in_gdb(session)
        for step in steps:
            self.commands += 1
            if step.prompt == "(gdb) ":
                yield next(printed, ["(no output)"])
            elif step.command.endswith(" --gdb"):
                self.gdb = step.command
                yield next(self.in_gdb([]))
            elif step.command.startswith("./") and not step.output:
                yield self.by_itself(step.command)
            else:
                yield self.shell(step.command)

    def by_itself(self, command):
        """A program that has a bug may show it without heddle, too, by chance; so it is given some tries."""
        printed = self.shell(command)
        for _ in range(9):
            if printed:
                printed = self.shell(command)
        return printed

    def shell(self, command):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False)
        return done.stdout.decode("utf-8", "replace").splitlines()

    def in_gdb(self, session):
        """The output of each command; of none, what the start prints."""
        mark = "--- next ---"
        words = [f"{self.gdb} -- -nx -batch"]
        for step in session:
            words.append(f"-ex 'echo {mark}\\n' -ex {shlex.quote(step.command)}")
        text = "\n".join(self.shell(" ".join(words)))
        parts = [part.strip("\n").splitlines() for part in text.split(mark)]
        return iter(parts[1:] if session else parts[:1])

    def compare(self, steps, printed, line):
        for step, lines in zip(steps, printed):
            expected = [normal(text) for text in step.output]
            actual = [normal(text) for text in lines]
            while expected and not expected[-1]:
                expected.pop()
            while actual and not actual[-1]:
                actual.pop()
            if not matches(expected, actual):
                difference = "\n".join(difflib.unified_diff(expected, actual, "written", "printed", lineterm="", n=1))
                yield f"{self.name}:{line}: {step.prompt}{step.command}\n{difference}"

    def approve(self, block, steps, printed):
        texts = [step.text(lines if ELLIPSIS not in step.output else step.output)
                 for step, lines in zip(steps, printed)]
        self.approved.append((block.start("text"), block.end("text"), "".join(texts)))

    def write_approved(self):
        text = self.text
        for begin, end, replacement in reversed(self.approved):
            text = text[:begin] + replacement + text[end:]
        self.path.write_text(text, encoding="utf-8")


def scratch(sources, folder):
    """What a reader has in front of them, without what they would write over."""
    for name in ("examples", "include", "tests"):
        os.symlink(sources / name, pathlib.Path(folder, name))


def main():
    if len(sys.argv) < 3:
        print(f"usage: {sys.argv[0]} HEDDLE SOURCES [DOCUMENT...]", file=sys.stderr)
        return 2
    heddle, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    names = sys.argv[3:] or ["README.md", *sorted(str(path.relative_to(sources))
                                                   for path in (sources / "docs").rglob("*.md"))]
    environment = {**os.environ, "PATH": f"{heddle.parent}:{os.environ['PATH']}", "COLUMNS": COLUMNS, "LC_ALL": "C.UTF-8",
                   "NO_COLOR": "1", "TERM": "dumb", "DEBUGINFOD_URLS": ""}
    failed = commands = 0
    for name in names:
        with tempfile.TemporaryDirectory(prefix="heddle-docs-") as folder:
            scratch(sources, folder)
            document = Document(sources / name, name, folder, environment)
            for problem in document.problems():
                print(problem + "\n")
                failed += 1
            commands += document.commands
            if os.environ.get("HEDDLE_APPROVE"):
                document.write_approved()
    print(f"{commands} commands in {len(names)} documents, {failed} not as written")
    return 1 if failed or commands == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share.

Each of them is a program:

    usage_test.py HEDDLE [unittest's arguments…]
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT_S = 60


def main():
    if len(sys.argv) < 2:
        print(f"usage: {sys.argv[0]} HEDDLE [ARGUMENT...]", file=sys.stderr)
        sys.exit(2)
    CliTest.command = os.path.abspath(sys.argv[1])
    unittest.main(module="__main__", argv=[sys.argv[0]] + sys.argv[2:])


class Result:
    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds

    def __str__(self):
        return f"status {self.status}\n--- standard output\n{self.out}\n--- standard error\n{self.err}"


class CliTest(unittest.TestCase):
    """Helpers; each class has a folder of its own, each test a clean working directory in it."""

    command = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="heddle-cli-")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def setUp(self):
        self.work = tempfile.mkdtemp(dir=self.folder)

    @classmethod
    def compile(cls, name, *flags, output=None):
        program = os.path.join(cls.folder, output or name)
        if not os.path.exists(program) or output is not None:
            subprocess.run(["gcc", "-std=gnu17", "-g", "-O1", "-pthread", "-Wall", "-Wextra", *flags,
                            os.path.join(HERE, "programs", name + ".c"), "-o", program], check=True)
        return program

    def heddle(self, *words, stdin=b"", limit=TIMEOUT_S):
        """stdin is what is read, from a pipe; or an open file."""
        begin = time.monotonic()
        piped = isinstance(stdin, bytes)
        process = subprocess.Popen([self.command, *words], cwd=self.work, start_new_session=True,
                                   stdin=subprocess.PIPE if piped else stdin,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(stdin if piped else None, timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            self.fail(f"heddle {' '.join(words)}: no end after {limit} s\n{out.decode()}{err.decode()}")
        return Result(process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"),
                      time.monotonic() - begin)

    def run_json(self, *words, **more):
        """heddle run with a report: (report, result)."""
        path = os.path.join(self.work, "report.json")
        result = self.heddle("run", "--json", path, *words, **more)
        self.assertTrue(os.path.exists(path), f"no report\n{result}")
        with open(path, encoding="utf-8") as file:
            return json.load(file), result

    def assert_refused(self, result, *names):
        """Status 2 and one sentence, which names what is wrong."""
        self.assertEqual(result.status, 2, result)
        lines = result.err.splitlines()
        self.assertEqual(len(lines), 1, result)
        self.assertNotRegex(result.err, r"Traceback|terminate called|what\(\)|HEDDLE_CHECK")
        for name in names:
            self.assertIn(name, result.err, result)

    def finding_in(self, program, *words, kind):
        report, result = self.run_json(*words, program)
        self.assertEqual(result.status, 1, result)
        self.assertEqual(report["verdict"], "finding")
        self.assertEqual(report["findings"][0]["kind"], kind, result)
        return report["findings"][0], result

    def lost_update_trace(self):
        finding, _ = self.finding_in(self.compile("lost_update"), kind="exit")
        return os.path.join(self.work, finding["trace"])

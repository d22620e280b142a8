# SPDX-License-Identifier: Apache-2.0
"""What the tests of heddle cc share: they build in a folder of their own, and run what they have built."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
TIMEOUT_S = 60


def call(command, folder, environment=None, stdin=""):
    return subprocess.run(command, cwd=folder, env=environment, input=stdin, capture_output=True, text=True,
                          timeout=TIMEOUT_S, check=False)


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT_S).stdout


def needed(module):
    """The libraries that a module is linked with."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "-dW", module))


class BuildTest(unittest.TestCase):
    heddle = ""

    def setUp(self):
        self.work = tempfile.mkdtemp(prefix="heddle-compile-")
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.environment = dict(os.environ)
        for name in os.listdir(PROGRAMS):
            shutil.copy(os.path.join(PROGRAMS, name), self.work)

    def write(self, name, text):
        path = os.path.join(self.work, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def call(self, *command, stdin=""):
        return call(command, self.work, self.environment, stdin)

    def run_alone(self, program):
        """As a user without heddle would, who sees nothing but what the program prints."""
        done = call([os.path.join(self.work, program)], self.work,
                    {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": self.work})
        self.assertEqual((done.returncode, done.stderr), (0, ""), f"{program}\n{done.stdout}{done.stderr}")
        return done.stdout

    def counts_of(self, program):
        """What the listener is told by the program."""
        path = os.path.join(self.work, "told.json")
        done = call([os.path.join(self.work, program)], self.work,
                    {"LD_PRELOAD": self.listener, "LISTENER": path, "LD_LIBRARY_PATH": self.work})
        self.assertEqual((done.returncode, done.stderr), (0, ""), program)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def assert_refused(self, done, *names):
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(len(done.stderr.splitlines()), 1, done)
        self.assertTrue(done.stderr.startswith("heddle: "), done)
        for name in names:
            self.assertIn(name, done.stderr)


def main(words):
    """The test's own arguments, taken off those of unittest."""
    if len(sys.argv) <= words:
        sys.exit(sys.modules["__main__"].__doc__)
    own, rest = sys.argv[1:1 + words], sys.argv[1 + words:]
    BuildTest.heddle = os.path.abspath(own[0])
    return own[1:], lambda: unittest.main(module="__main__", argv=[sys.argv[0]] + rest)

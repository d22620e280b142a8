# SPDX-License-Identifier: Apache-2.0
"""What the tests of instrumented programs share.

Each of them is a program:

    memory_functions_test.py HEDDLE [unittest's arguments…]
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))
from harness import CliTest, main  # noqa: E402,F401  (it is in a sister folder)

FLAGS = ("-std=c++20", "-g", "-pthread", "-Wall", "-Wextra", "-Werror")
# gcc, and those whose names are given.
COMPILERS = ["g++", *os.environ.get("HEDDLE_TEST_COMPILERS", "").split()]
OPTIONS = ("--strategy", "icb", "--reduction", "none")


class InstrumentedTest(CliTest):
    """Programs are of the folder `programs`, and are built once a class."""

    @classmethod
    def build(cls, source, compiler, *flags):
        """As `heddle c++` does it, with that compiler."""
        return cls.build_by([cls.command, "c++"], source, compiler, flags,
                            dict(os.environ, HEDDLE_CXX=compiler))

    @classmethod
    def build_plainly(cls, source, compiler, *flags):
        return cls.build_by([compiler], source, compiler + "-alone", flags, dict(os.environ))

    @classmethod
    def build_by(cls, command, source, label, flags, environment):
        program = os.path.join(cls.folder, "-".join([source, label, *flags]).replace("=", "-"))
        if not os.path.exists(program):
            subprocess.run([*command, *FLAGS, *flags, os.path.join(HERE, "programs", source + ".cc"),
                            "-o", program], check=True, env=environment)
        return program

    def seen_in(self, program, *arguments, options=()):
        """What a run comes to: verdict, kinds of findings, and counts."""
        report, result = self.run_json(*OPTIONS, *options, program, *arguments)
        self.assertIn(result.status, (0, 1), result)
        return {"verdict": report["verdict"], "kinds": [finding["kind"] for finding in report["findings"]],
                "by_bound": report["by_bound"], "executions": report["executions"],
                "steps": report["steps"]}

    def verdict_of(self, program, *arguments, options=()):
        """`clean`, or the kind of the first finding."""
        seen = self.seen_in(program, *arguments, options=options)
        return (seen["kinds"] or [seen["verdict"]])[0]

# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks have in common: programs are compiled, run under heddle, and timed."""
import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Run:
    """One `heddle run`: its report, its output, and the processor time of all its processes."""

    def __init__(self, heddle, folder, options, command, onlooker=None):
        report = os.path.join(folder, "report.json")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(os.path.join(folder, "output"), "w+", encoding="utf-8") as output:
            process = subprocess.Popen([heddle, "run", "--json", report, "--out", folder, *options, "--", *command],
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
            if onlooker:
                onlooker(process)
            process.wait()
            output.seek(0)
            self.output = output.read()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_s = cpu_seconds(after) - cpu_seconds(before)
        if process.returncode not in (0, 3):  # all done, or the limit of executions reached
            sys.exit("%s ended with %d:\n%s" % (" ".join(command), process.returncode, self.output))
        with open(report, encoding="utf-8") as file:
            self.report = json.load(file)
        wanted = options[options.index("--reset") + 1] if "--reset" in options else self.report["reset"]
        if self.report["reset"] != wanted:
            sys.exit("--reset %s became %s: %s" % (wanted, self.report["reset"], self.report["notes"]))

    @property
    def executions(self):
        return self.report["executions"]

    @property
    def rate(self):
        return self.report["executions"] / self.report["wall_s"]


class Measured:
    """A heddle that is measured, and the programs that are compiled for it."""

    def __init__(self, heddle):
        self.heddle = shutil.which(heddle) or sys.exit("no such command: " + heddle)
        self.folder = tempfile.TemporaryDirectory()

    def compile(self, name, *options):
        return self._compile(name, options, "plain", {"c": ["cc"], "cc": ["c++"]})

    def instrument(self, name):
        """The same program, compiled so that heddle sees its accesses to memory."""
        return self._compile(name, [], "seen", {"c": [self.heddle, "cc"], "cc": [self.heddle, "c++"]})

    def _compile(self, name, options, way, compilers):
        program = os.path.join(self.folder.name, "-".join([name, way, *options]).replace("/", "-"))
        headers = os.path.join(HERE, os.pardir, "include")
        for suffix, compiler in compilers.items():
            source = os.path.join(HERE, "programs", name + "." + suffix)
            if os.path.exists(source):
                words = ["-O2", "-g", "-pthread", "-I", headers, *options, source, "-o", program]
                subprocess.run([*compiler, *words], check=True)
                return program
        sys.exit("no such program: " + name)

    def run_alone(self, command):
        """Processor time of a command that heddle does not run."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL)
        return cpu_seconds(resource.getrusage(resource.RUSAGE_CHILDREN)) - cpu_seconds(before)

    def run(self, options, command, onlooker=None):
        """Without a reduction, unless one is named: most figures are of executions, and not of what is left out."""
        if "--reduction" not in options:
            options = ["--reduction", "none", *options]
        return Run(self.heddle, self.folder.name, [str(option) for option in options],
                   [str(argument) for argument in command], onlooker)


class Bench(Measured):
    """The command line of a benchmark, and the limits it has missed."""

    def __init__(self, doc, rounds, more=None):
        parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("heddle", nargs="?", default=os.environ.get("HEDDLE", "heddle"))
        parser.add_argument("--rounds", type=int, default=rounds)
        if more:
            more(parser)
        self.options = parser.parse_args()
        super().__init__(self.options.heddle)
        self.rounds = self.options.rounds
        self.missed = []

    def at_least(self, what, figure, limit):
        self._judge(what, figure, limit, figure >= limit, "at least")

    def at_most(self, what, figure, limit):
        self._judge(what, figure, limit, figure <= limit, "at most")

    def exactly(self, what, figure, limit):
        self._judge(what, figure, limit, figure == limit, "exactly")

    def _judge(self, what, figure, limit, good, words):
        line = "%s: %s (%s %s)" % (what, number(figure), words, number(limit))
        print(("ok      " if good else "missed  ") + line)
        if not good:
            self.missed.append(line)

    def end(self):
        self.folder.cleanup()
        for line in self.missed:
            print("limit missed: " + line, file=sys.stderr)
        return 1 if self.missed else 0


def cpu_seconds(usage):
    return usage.ru_utime + usage.ru_stime


def number(value):
    return "{:,.0f}".format(value) if value >= 1000 else "%.3g" % value


def row(*fields):
    print(",".join(field if isinstance(field, str) else "%.6g" % field for field in fields), flush=True)


def median(values):
    return statistics.median(values)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle needs no rights: an ordinary user in a container can run it.

    sandbox_test.py HEDDLE PROGRAM FIXED_PROGRAM DENY CONFIGURATION…

PROGRAM is the example with the deadlock, FIXED_PROGRAM the one without, DENY is deny.c.  In each
sandbox that this machine can make, the deadlock is found, replayed and reported as everywhere else,
and the corrected program is clean, in as many executions.  Status 77 if there is no sandbox at all.
Other users may not be able to enter the build folder (a home of mode 700), so heddle and the programs are
copied to a folder that all can enter.
"""
import argparse
import json
import os
import shlex
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import configurations  # noqa: E402
from run_program import call, describe, tail  # noqa: E402

SKIPPED = 77
NOBODY = 65534


def sandboxes(deny):
    """Names, and the words before a command."""
    as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if os.geteuid() == 0 else []
    container = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]
    denied = ["userfaultfd", "personality"]
    yield "an ordinary user", as_nobody
    yield "EPERM for userfaultfd", [*as_nobody, deny, "EPERM", "userfaultfd", "--"]
    yield "EPERM for userfaultfd and personality", [*as_nobody, deny, "EPERM", *denied, "--"]
    yield "ENOSYS for userfaultfd and personality", [*as_nobody, deny, "ENOSYS", *denied, "--"]
    yield "an old kernel", [*as_nobody, deny, "ENOSYS", "userfaultfd", "pidfd_open", "close_range", "--"]
    yield "no tracing", [*as_nobody, deny, "EPERM", "ptrace", "process_vm_readv", "perf_event_open", "--"]
    yield "a pid namespace", ["unshare", "--pid", "--fork", "--mount-proc"]
    yield "a user namespace", [*as_nobody, *container]
    yield "a container", [*as_nobody, *container, deny, "EPERM", *denied, "ptrace", "--"]


def can_be_made(words, command):
    """None, or why not."""
    status, _, err = call([*words, *command])
    return None if status == 0 else err.strip().splitlines()[-1:] or [describe(status)]


class Sandbox:
    def __init__(self, words, heddle, folder):
        self.words, self.heddle, self.folder = words, heddle, folder
        # Who is somebody else in a sandbox cannot use the key of who runs the test.
        os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")

    def run(self, program, configuration):
        """(status, report, what was said)"""
        report = os.path.join(self.folder, "report")
        command = [*self.words, self.heddle, "run", *configurations.options_of(configuration), "--keep-going",
                   "--json", report, "--out", os.path.join(self.folder, "traces"), program]
        status, out, err = call(command, cwd=self.folder)
        if not os.path.exists(report) and status == 2:
            return status, None, out + err
        if not os.path.exists(report):
            raise RuntimeError(f"{shlex.join(command)}\n  {describe(status)}, and no report\n{tail(out + err)}")
        with open(report, encoding="utf-8") as file:
            return status, json.load(file), out + err

    def replay(self, trace):
        return call([*self.words, self.heddle, "replay", trace], cwd=self.folder)


def essence(report):
    return {"verdict": report["verdict"], "executions": report["executions"], "by_bound": report["by_bound"],
            "findings": [(finding["kind"], finding["preemptions"], finding["executions"], finding["reproduced"])
                         for finding in report["findings"]]}


def compare(sandbox, programs, configuration, expected):
    for program in programs:
        status, report, said = sandbox.run(program, configuration)
        if configuration == "userfaultfd" and status == 2 and "userfaultfd" in said:
            continue  # what was asked for by name may be refused by name
        wanted_status, wanted = expected[program]
        found = essence(report) if report else "no report"
        if (status, found) != (wanted_status, wanted):
            yield f"{describe(status)}, {found}\n  expected {wanted_status}, {wanted}\n{tail(said)}"
            continue
        for finding in report["findings"]:
            status, out, err = sandbox.replay(finding["trace"])
            if status != 1 or "Reproduced" not in out + err:
                yield f"heddle replay: {describe(status)}, expected 1\n{tail(out + err)}"


def outside(heddle, programs):
    """What is expected: the same as here, where nothing is forbidden."""
    expected = {}
    with tempfile.TemporaryDirectory(prefix="heddle-sandbox-") as folder:
        for program in programs:
            status, report, _ = Sandbox([], heddle, folder).run(program, "fork")
            expected[program] = status, essence(report)
    first, second = (expected[program][1] for program in programs)
    if first["verdict"] != "finding" or first["findings"][0][0] != "deadlock" or second["verdict"] != "clean":
        raise RuntimeError(f"a deadlock and nothing was expected outside, not {expected}")
    return expected


def open_folder():
    """A folder for temporary files that other users can enter; TMPDIR may be closed to them."""
    def is_open(path):
        path = os.path.realpath(path)
        while os.stat(path).st_mode & 0o001:
            if path == "/":
                return True
            path = os.path.dirname(path)
        return False
    return next((path for path in (tempfile.gettempdir(), "/tmp", "/var/tmp") if is_open(path)), None)


def copy_all(options, folder):
    """Copies heddle, as it is laid out in its prefix, and the programs."""
    os.chmod(folder, 0o755)
    prefix = os.path.dirname(os.path.dirname(options.heddle))
    for part in ("bin", "lib/heddle"):
        shutil.copytree(os.path.join(prefix, part), os.path.join(folder, part), symlinks=True)
    options.heddle = os.path.join(folder, "bin", os.path.basename(options.heddle))
    for name in ("program", "fixed", "deny"):
        setattr(options, name, shutil.copy(getattr(options, name), folder))


def main():
    parser = argparse.ArgumentParser(description="Run heddle where little is allowed.")
    for name in ("heddle", "program", "fixed", "deny"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("configurations", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heddle-sandbox-", dir=open_folder()) as folder:
        copy_all(options, folder)
        return check_all(options)


def check_all(options):
    expected = outside(options.heddle, (options.program, options.fixed))
    made = failed = 0
    for name, words in sandboxes(options.deny):
        why = can_be_made(words, [options.heddle, "--version"])
        if why:
            print(f"{name}: skipped: {why[0]}")
            continue
        made += 1
        for configuration in options.configurations:
            folder = tempfile.mkdtemp(prefix="heddle-sandbox-", dir=open_folder())
            os.chmod(folder, 0o777)
            try:
                wrong = list(compare(Sandbox(words, options.heddle, folder), (options.program, options.fixed),
                                     configuration, expected))
            except RuntimeError as error:
                wrong = [str(error)]
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            for line in wrong:
                print(f"{name}, {configuration}: {line}")
            if not wrong:
                print(f"{name}, {configuration}: as outside")
            failed += len(wrong)
    if made == 0:
        print("skipped: no sandbox can be made here")
        return SKIPPED
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle doctor: what this machine supports, and what falls back to what."""
import json
import os
import pty
import shutil
import subprocess
import sys

from harness import HERE, CliTest, main

ITEMS = ["kernel", "architecture", "fsgsbase", "userfaultfd", "pagemap_scan", "syscall_user_dispatch",
         "fixed_addresses", "ptrace", "gdb", "gcc", "g++", "clang", "clang++", "runtime_library", "trial_run"]
NOBODY = 65534


class DoctorTest(CliTest):
    def examine(self, *prefix, status=0, command=None, **more):
        """(report, text, items by id) of a doctor that was started by `prefix`."""
        process = subprocess.run([*prefix, command or self.command, "doctor", "--json", "-"], capture_output=True,
                                 cwd=self.work, stdin=subprocess.DEVNULL, timeout=120, check=False, **more)
        self.assertEqual(process.returncode, status, process)
        report, text = json.loads(process.stdout), process.stderr.decode()
        return report, text, {item["id"]: item for item in report["machine"]}

    def under_seccomp(self, how, *calls, **more):
        return self.examine(sys.executable, os.path.join(HERE, "seccomp.py"), how, *calls, "--", **more)

    def assert_consistent(self, report, items):
        """The ways that are taken follow from what there is."""
        state = {name: item["state"] for name, item in items.items()}
        expected = ("userfaultfd" if state["userfaultfd"] == state["pagemap_scan"] == "yes" else
                    "mprotect" if state["syscall_user_dispatch"] == "yes" else "fork")
        self.assertEqual(report["uses"]["snapshot"], expected)
        self.assertEqual(report["uses"]["gdb"] == "yes", state["ptrace"] == "yes" and state["gdb"] != "no")
        self.assertEqual(report["uses"]["threads"], "fibers")
        for item in items.values():
            self.assertIn(item["state"], ("yes", "partly", "no"))
            self.assertEqual(item["consequence"] is None, item["state"] == "yes", item)


class Doctor(DoctorTest):
    def test_everything_is_looked_at(self):
        report, text, items = self.examine()
        self.assertEqual([item["id"] for item in report["machine"]], ITEMS)
        self.assertIs(report["can_run"], True)
        self.assert_consistent(report, items)
        self.assertIn(os.uname().release, items["kernel"]["detail"])
        self.assertEqual(items["architecture"]["detail"], os.uname().machine)
        self.assertTrue(os.path.exists(items["runtime_library"]["detail"]))
        self.assertEqual(items["trial_run"]["state"], "yes")
        for item in items.values():
            self.assertIn(item["name"], text)
        self.assertIn("heddle can run programs here", text)

    def test_tools_are_those_of_the_path(self):
        _, _, items = self.examine()
        for name in ("gdb", "gcc", "g++", "clang", "clang++"):
            path = shutil.which(name)
            self.assertEqual(items[name]["state"] == "no", path is None, items[name])
            if path is not None:
                self.assertIn(path, items[name]["detail"])

    def test_a_version_is_what_the_tool_says(self):
        folder = os.path.join(self.work, "bin")
        os.mkdir(folder)
        for name, text in (("gcc", "echo gcc of the test; echo more"), ("clang", "exit 1"),
                           ("gdb", "echo gdb of the test")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n{text}\n")
            os.chmod(os.path.join(folder, name), 0o755)
        _, _, items = self.examine(env={"PATH": folder})
        self.assertEqual(items["gcc"]["detail"], f"{folder}/gcc: gcc of the test")
        self.assertEqual(items["clang"]["state"], "no")
        self.assertIn("gcc", items["clang"]["consequence"])
        self.assertEqual(items["gdb"]["state"], "partly")
        self.assertIn("no Python", items["gdb"]["detail"])

    def test_nothing_in_the_path(self):
        report, text, items = self.examine(env={"PATH": "/no/such/folder"})
        self.assert_consistent(report, items)
        for name in ("gdb", "gcc", "g++", "clang", "clang++"):
            self.assertEqual(items[name]["state"], "no")
        self.assertEqual(items["trial_run"]["state"], "partly")
        self.assertIn("-> heddle replay --gdb is not available", text)

    def test_text_in_a_pipe(self):
        result = self.heddle("doctor")
        self.assertEqual((result.status, result.err), (0, ""), result)
        self.assertNotIn("\x1b", result.out)
        columns = {line.index(" yes ") for line in result.out.splitlines() if " yes " in line}
        self.assertEqual(len(columns), 1, result)

    def test_colours_on_a_terminal(self):
        for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
            text = self.on_a_terminal({"TERM": "xterm", "PATH": os.environ["PATH"], **variables})
            self.assertIn("what this machine has", text)
            self.assertEqual("\x1b" in text, coloured, variables)

    def on_a_terminal(self, variables):
        master, slave = pty.openpty()
        process = subprocess.Popen([self.command, "doctor"], stdin=slave, stdout=slave, stderr=slave, env=variables)
        os.close(slave)
        text = b""
        try:
            while piece := os.read(master, 4096):
                text += piece
        except OSError:  # the other end is closed
            pass
        os.close(master)
        self.assertEqual(process.wait(60), 0)
        return text.decode()

    def test_json_in_a_file(self):
        path = os.path.join(self.work, "doctor.json")
        result = self.heddle("doctor", "--json", path)
        self.assertEqual((result.status, result.err), (0, ""), result)
        self.assertIn("what this machine has", result.out)
        with open(path, encoding="utf-8") as file:
            self.assertIs(json.load(file)["can_run"], True)

    def test_bad_usage(self):
        self.assert_refused(self.heddle("doctor", "--nosuch"), "--nosuch")
        result = self.heddle("doctor", "--json", "no/such/folder/x")
        self.assertEqual(result.status, 2, result)
        self.assertIn("no/such/folder/x", result.err)

    def test_without_the_library(self):
        command = os.path.join(self.work, "heddle")
        shutil.copy(self.command, command)
        report, text, items = self.examine(command=command, status=2)
        self.assertIs(report["can_run"], False)
        self.assertEqual(items["runtime_library"]["state"], "no")
        self.assertNotIn("trial_run", items)
        self.assertIn("heddle cannot run programs here: its library is missing.", text)


class Refused(DoctorTest):
    """As in a container whose profile refuses what heddle would like to have."""

    def test_userfaultfd_and_personality(self):
        allowed = self.examine()[2]
        report, text, items = self.under_seccomp("refuse", "userfaultfd", "personality")
        self.assert_consistent(report, items)
        self.assertNotEqual(report["uses"]["snapshot"], "userfaultfd")
        for name in ("userfaultfd", "fixed_addresses"):
            self.assertEqual(items[name]["state"], "no")
            self.assertIn("Operation not permitted", items[name]["detail"])
        self.assertIn("instead", items["userfaultfd"]["consequence"])
        self.assertIn("replay", items["fixed_addresses"]["consequence"])
        for name in set(ITEMS) - {"userfaultfd", "fixed_addresses"}:
            self.assertEqual(items[name]["state"], allowed[name]["state"], name)
        self.assertIn("heddle can run programs here", text)

    def test_fork_is_left_when_all_is_refused(self):
        report, _, items = self.under_seccomp("refuse", "userfaultfd", "dispatch", "ptrace")
        self.assert_consistent(report, items)
        self.assertEqual(report["uses"]["snapshot"], "fork")
        self.assertEqual(report["uses"]["gdb"], "no")
        self.assertIs(report["can_run"], True)

    def test_a_filter_that_kills(self):
        report, _, items = self.under_seccomp("kill", "userfaultfd", "dispatch", "ptrace")
        self.assert_consistent(report, items)
        self.assertEqual(report["uses"]["snapshot"], "fork")
        self.assertIn("Bad system call", items["userfaultfd"]["detail"])
        self.assertIs(report["can_run"], True)
        self.assertEqual(os.listdir(self.work), [], "a core was left")

    def test_without_privileges(self):
        if os.geteuid() != 0:
            self.skipTest("every other test runs without privileges already")
        os.chmod(self.work, 0o755)
        if subprocess.run(["test", "-x", self.command], user=NOBODY, check=False).returncode != 0:
            self.skipTest("the command is out of nobody's reach")
        report, _, items = self.examine(user=NOBODY, group=NOBODY, extra_groups=[])
        self.assert_consistent(report, items)
        self.assertIs(report["can_run"], True)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""The ways in which heddle can run a program, by name, as options of `heddle run`.

Whatever the way, the executions are the same ones, in the same order, with the same findings.
"""
import os
import resource
import subprocess

OPTIONS = {
    "default": [],
    "fork": ["--reset", "fork"],
    "exec": ["--reset", "exec"],
    "userfaultfd": ["--reset", "snapshot", "--snapshot-by", "userfaultfd"],
    "mprotect": ["--reset", "snapshot", "--snapshot-by", "mprotect"],
    "os": ["--threads", "os"],
    "os-fork": ["--threads", "os", "--reset", "fork"],
    "os-exec": ["--threads", "os", "--reset", "exec"],
}


def options_of(name):
    """Of a name above; anything else is the options themselves, in one word."""
    return list(OPTIONS[name]) if name in OPTIONS else name.split()


def starts_anew(name):
    """Whether each execution is a new process image, with what the system gives at random."""
    words = options_of(name)
    return "--reset" in words and words[words.index("--reset") + 1] == "exec"


def addresses_can_be_fixed():
    try:
        return subprocess.run(["setarch", "-R", "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def leave_no_cores():
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def open_with(descriptor, path):
    """Opens a file to be inherited under a certain number."""
    opened = os.open(path, os.O_RDWR)
    os.dup2(opened, descriptor, inheritable=True)
    os.close(opened)

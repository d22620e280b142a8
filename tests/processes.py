# SPDX-License-Identifier: Apache-2.0
"""Which processes of a test are left, told by an argument that no other has."""
import os
import time
import uuid


def new_mark():
    return "mark-" + uuid.uuid4().hex


def with_mark(mark):
    """Process ids, zombies not among them: those have no command line."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(name))
        except OSError:
            pass
    return found


def left_with(mark, seconds=5.0):
    """Those that are still there after a while: what was killed needs a moment to end."""
    end = time.monotonic() + seconds
    while (found := with_mark(mark)) and time.monotonic() < end:
        time.sleep(0.02)
    return found

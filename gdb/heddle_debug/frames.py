# SPDX-License-Identifier: Apache-2.0
"""Whose code a frame is of."""
import os

import gdb

RUNTIME = "libheddle_rt.so"

# Frames of the runtime that only lead into the program's own.
ENTRIES = ("main_under_control", "heddle_fiber_main", "heddle_fiber_entry")


def in_runtime(frame):
    name = gdb.solib_name(frame.pc())
    return name is not None and os.path.basename(name) == RUNTIME


def is_systems(path):
    """Of a source or a library; as src/supervise/symbolizer.cc has it."""
    return path.startswith(("/usr/include/", "/usr/lib", "/usr/share/", "/lib")) or "/include/c++/" in path


def is_users(frame):
    """Whether the frame is of the user's own code, as far as one can see."""
    table = frame.find_sal().symtab
    if table is None or in_runtime(frame) or is_systems(table.fullname()):
        return False
    return not is_systems(gdb.solib_name(frame.pc()) or "")


def frames_from(frame):
    while frame is not None:
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def users_frame(newest):
    """The innermost frame of the user's own code, or None."""
    return next((frame for frame in frames_from(newest) if is_users(frame)), None)


def place_of(frame):
    if frame is None:
        return ""
    place = frame.find_sal()
    name = frame.name() or "?"
    if place.symtab is None:
        return f"in {name}"
    return f"{os.path.basename(place.symtab.filename)}:{place.line} in {name}"


# What `heddle cc` has the compiler call at each access; nobody has written that into the program.
HOOKS = ("heddle_aside", "heddle_read", "heddle_unaligned_", "heddle_volatile_", "heddle_atomic", "__tsan_")


class RuntimeFrames:
    """Leaves heddle's own frames out of backtraces, but for the call that the program made."""

    def __init__(self):
        self.name, self.enabled, self.priority = "heddle", True, 100
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        held, empty = None, True
        for frame in frames:
            if in_runtime(frame.inferior_frame()):
                held = frame
                continue
            if held is not None and not self.is_nobodys_call(held.inferior_frame()):
                yield held
            held, empty = None, False
            yield frame
        if empty and held is not None:
            yield held  # a thread that has not begun, or has ended, does nothing else

    @staticmethod
    def is_nobodys_call(frame):
        name = frame.name() or ""
        return name.startswith(HOOKS) or name.split("::")[-1].split("(")[0] in ENTRIES

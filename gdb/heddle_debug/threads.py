# SPDX-License-Identifier: Apache-2.0
"""The program's threads as gdb knows them."""
import gdb

from heddle_debug.frames import place_of, users_frame


def gdb_threads():
    """By the kernel's number of the thread."""
    return {thread.ptid[1]: thread for thread in gdb.selected_inferior().threads()}


def name_threads(view, recording):
    known = gdb_threads()
    for thread in known.values():
        thread.name = "not started"
    for number, (kernel_thread, *_) in enumerate(view.threads):
        if kernel_thread in known:
            known[kernel_thread].name = recording.label(number)


def each_with_its_frame(view):
    """(number, gdb's thread or None, the user's frame or None), without changing what is selected."""
    known = gdb_threads()
    selected = gdb.selected_thread()
    frame = gdb.selected_frame() if selected is not None else None
    try:
        for number, (kernel_thread, *_) in enumerate(view.threads):
            thread = known.get(kernel_thread)
            if thread is not None:
                thread.switch()
            yield number, thread, place_of(users_frame(gdb.newest_frame())) if thread else ""
    finally:
        if selected is not None and selected.is_valid():
            selected.switch()
            if frame.is_valid():
                frame.select()

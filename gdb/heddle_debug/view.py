# SPDX-License-Identifier: Apache-2.0
"""What the program is doing: the variable heddle_debugger in its memory (src/runtime/debugger.h)."""
import struct

import gdb

NONE = 0xFFFFFFFF
RUNNING, READY, BLOCKED, ENDED = range(4)
DIVERGED = 4  # event::Ending

HEADER = struct.Struct("9I")
THREAD = struct.Struct("i5I")
HOLD = struct.Struct("3I")
MAX_THREADS = 1024


class View:
    """heddle_debugger, as it stands now."""

    def __init__(self):
        self.inferior = gdb.selected_inferior()
        self.address = int(gdb.parse_and_eval("(unsigned long)&heddle_debugger"))
        (_, self.begun, self.done, self.fingerprint, self.thread, self.ending, self.failed, threads,
         holds) = HEADER.unpack(self._read(0, HEADER.size))
        data = self._read(HEADER.size, threads * THREAD.size)
        self.threads = list(THREAD.iter_unpack(data))
        data = self._read(HEADER.size + MAX_THREADS * THREAD.size, holds * HOLD.size)
        self.holds = list(HOLD.iter_unpack(data))

    def stop_before(self, step):
        self.inferior.write_memory(self.address, struct.pack("I", step))

    def _read(self, offset, size):
        return bytes(self.inferior.read_memory(self.address + offset, size)) if size else b""

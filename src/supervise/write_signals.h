// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::supervise {

// By default the kernel kills a process that writes to a pipe without a reader (SIGPIPE), or
// beyond the limit on the size of files (SIGXFSZ).  heddle wants the error of the call instead, so
// that it can say what was lost.  Called once, by main.
void take_errors_for_write_signals();

// What a process of another program is to find: the dispositions that heddle was started with.
// For a new process, between fork and exec: async-signal-safe.
void put_back_write_signals();

}  // namespace heddle::supervise

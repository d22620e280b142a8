// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"
#include "supervise/attempt.h"

#include <string>

// What the kernel and the processor let an unprivileged process do here.  Nothing is
// concluded from version numbers: each is tried out, in a process of its own.
namespace heddle::supervise {

[[nodiscard]] std::string kernel_release();  // "6.1.0-18-amd64"
[[nodiscard]] std::string architecture();    // "x86_64"

// Whether the thread pointer can be set without a system call.
Attempt try_fsgsbase();

// Write protection that the kernel itself takes off and remembers (WP_ASYNC), also
// for pages that are not there yet; `partly` if there is userfaultfd without it.
Attempt try_userfaultfd();

// Asking the kernel which pages were written to.
Attempt try_pagemap_scan();

// System calls that come back as signals.
Attempt try_syscall_user_dispatch();

// Starting a program at the same addresses every time.
Attempt try_fixed_addresses();

// Tracing a child, as a debugger does.
Attempt try_ptrace();

using explore::SnapshotBy;

// The best way that works here to find the pages that a program has written.  Tries only what it
// has to: well below a millisecond.
[[nodiscard]] SnapshotBy best_snapshot();

}  // namespace heddle::supervise

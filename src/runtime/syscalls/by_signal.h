// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::runtime {

// Tracking by mprotect takes away the right to write, and a system call that wants to
// write there fails where an instruction would have been let in.  So system calls of
// the program are dispatched to us first (Syscall User Dispatch, Linux 5.11): what
// they will write to is opened, and those that would undo the tracking are done in
// our own way.

// What Runtime::dispatch_selector says.
inline constexpr uint8_t kCallsPass = 0;
inline constexpr uint8_t kCallsCome = 1;

// Before the start: how the dispatch arrives.
void install_dispatch_handler();

// In this process, from now on.  False if the system does not let us.
bool dispatch_system_calls();

}  // namespace heddle::runtime

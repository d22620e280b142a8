// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/syscalls/call.h"

#include <ucontext.h>

// What system calls mean here: one table, for both ways in which they come.
//
// A controlled thread that calls syscall() gets what it would get from the function of libc for
// that call, which is interposed.  A system call that code makes by itself is let through; it comes
// to us only where written pages are found by mprotect (Syscall User Dispatch, see by_signal.h),
// for the sake of the memory that it writes to.
namespace heddle::runtime {

struct SystemCall {
  // What the kernel would return: a result, or -errno.
  using ByFunction = long (*)(const Call& call, const void* site);
  // Does it, or lets the program do it, and changes what the program goes on with.
  using BySignal = void (*)(const Call& call, ucontext_t& context);

  long number;
  ByFunction by_function;
  BySignal by_signal;
};

// Any: those that mean nothing to us are made as they are.
const SystemCall& system_call(long number);

}  // namespace heddle::runtime

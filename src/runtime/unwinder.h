// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <unwind.h>

// The library that unwinds stacks, libgcc_s.  A C++ program has it anyway; for a C program it is
// loaded before the start.  Later would be too late: a stack may be asked for anywhere, in a call
// of free() by the loader itself, say; and what is loaded then is not there in the next execution.
namespace heddle::runtime {

struct Unwinder {
  decltype(&_Unwind_Backtrace) backtrace = nullptr;
  decltype(&_Unwind_ForcedUnwind) forced_unwind = nullptr;
  decltype(&_Unwind_GetIPInfo) get_ip_info = nullptr;
};

// Null where the system has no such library.
const Unwinder* unwinder();

// Once, before the start.
void load_unwinder();

}  // namespace heddle::runtime

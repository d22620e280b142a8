// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <unwind.h>

// The library that unwinds stacks, libgcc_s.  A C++ program has it anyway; for a C
// program it is loaded when it is first needed, as libc does itself, so that a
// plain execution does not carry it.
namespace heddle::runtime {

struct Unwinder {
  decltype(&_Unwind_Backtrace) backtrace = nullptr;
  decltype(&_Unwind_ForcedUnwind) forced_unwind = nullptr;
  decltype(&_Unwind_GetIPInfo) get_ip_info = nullptr;
};

// Null where the system has no such library.
const Unwinder* unwinder();

// Looks for one that is loaded already.
void find_unwinder();

}  // namespace heddle::runtime

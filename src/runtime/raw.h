// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/raw_syscall.h"

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

using base::as_long;
using base::raw_syscall;

[[noreturn]] void raw_exit(int status);

// Before main: the process ends with a sentence on standard error, which heddle shows.
[[noreturn]] void cannot_start(const char* sentence);
inline constexpr char kNoAddressSpace[] =
    "there is not enough address space for what heddle keeps beside the program; raise the limit "
    "on "
    "it (ulimit -v)";

// Zeroed private memory that costs nothing until it is touched.  It is the
// runtime's own: no execution puts it back.
void* raw_reserve(uint64_t bytes);

// The same, but part of the program's state.
void* raw_reserve_for_program(uint64_t bytes);

// The same, shared with processes that are made from this one; null if there is no
// room.
std::byte* raw_share(uint64_t bytes);

}  // namespace heddle::runtime

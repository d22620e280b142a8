// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// System calls without libc: nothing that heddle replaces is called, errno is
// left as it was, and errors come back as negative numbers.
namespace heddle::runtime {

inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result = number;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

template <typename T>
long as_long(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

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

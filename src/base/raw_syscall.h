// SPDX-License-Identifier: Apache-2.0
#pragma once

// System calls without libc, of x86-64: nothing that heddle replaces in a program is called, errno
// is left as it was, and errors come back as negative numbers.
namespace heddle::base {

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

}  // namespace heddle::base

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// What heddle does on the program's stack, and clears away there; see side_stack.h.
namespace heddle::runtime {

// How much a function of heddle's may have written to, below whoever called it.
constexpr uint64_t kTraceOfStep = 2048;
constexpr uint64_t kTraceOfUnwinder = 8192;

// Below the calling function's own frame there are zeros from now on.  Not for functions that call
// no others: they may have something of their own there.
template <uint64_t kBytes>
[[gnu::always_inline]] inline void leave_no_trace() {
  void* at = nullptr;
  uint64_t words = kBytes / sizeof(uint64_t);
  asm volatile(
      "lea -%c[bytes](%%rsp), %%rdi\n\t"
      "rep stosq"
      : "=&D"(at), "+c"(words)
      : [bytes] "i"(kBytes), "a"(0)
      : "memory");
}

}  // namespace heddle::runtime

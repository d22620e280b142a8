// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// What heddle's functions leave below the frame of their caller gets into the frames of functions
// that are called later, in places to which those never write.  It would be taken for something of
// the program's (spin.h): a loop that waits would seem to get somewhere, as steps are counted, or
// would do so in one run and not in another, which keeps stacks.
namespace heddle::runtime {

// How much a function of heddle's may have written to, below whoever called it.
constexpr uint64_t kTraceOfAccess = 512;
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

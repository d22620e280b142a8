// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Loops that wait without saying so.
//
// A thread that reads memory at a place where it has read the same value before, with the
// same registers and the same stack, and has written nothing in between, is in a loop
// that goes on forever unless another thread does something: that read counts as a
// yield.  A loop that counts has its counter in a register or on the stack, or writes it.
namespace heddle::runtime {

struct Entry;
struct Fiber;

// Where a thread has read lately.
struct Visits {
  static constexpr size_t kMost = 8;  // reads in one loop
  struct Visit {
    const void* site = nullptr;
    uint64_t sp = 0;
    uint64_t writes = 0;
    uint64_t state = 0;
  };
  Visit last[kMost];
  uint32_t next = 0;
  uint64_t writes = 0;  // of the thread, so far; steps other than reads and yields count

  void clear() {
    next = 0;
    writes = 0;
    for (Visit& visit : last) {
      visit = {};
    }
  }
};

// The current thread has read a value of two halves, in a hook that was entered so.
bool reads_again(Fiber& self, const Entry& entry, const void* site, uint64_t value, uint64_t more);

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Threads that pause over and over: they sleep or wait with a time-out, look around, and pause
// again.
//
// If a thread comes back to a pause with the registers and the stack that it had there the last
// time, it does not count its rounds, in any way that is seen, and so does not end them by itself.
// Such pauses are told to the execution (explore/fairness.h), of those in one loop a single one.
// Points in time, in nanoseconds or as a timespec, are taken as what they are ahead of the thread's
// clock: a deadline is another one in each round.
namespace heddle::runtime {

struct Entry;

// Where a thread has paused lately, and in which state.
struct Pauses {
  static constexpr uint32_t kMost = 4;  // pauses in one loop
  struct Pause {
    const void* site = nullptr;
    uint64_t sp = 0;
    uint64_t state = 0;
  };
  Pause last[kMost];
  uint32_t next = 0;
  uint32_t told = kMost;    // the one that was told of last; kMost: none
  uint32_t since_told = 0;  // others that the thread has come back to
  bool came_back = false;   // to the one under way, and that is to be told
  bool any = false;

  // Seldom anything is there.
  void clear() {
    if (any) {
      *this = {};
    }
  }
};

// For as long as the current thread pauses, in a function that is entered through hooks_entry.S.
class Pausing {
 public:
  explicit Pausing(const void* site);
  ~Pausing();
  Pausing(const Pausing&) = delete;
  Pausing& operator=(const Pausing&) = delete;
};

}  // namespace heddle::runtime

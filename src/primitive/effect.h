// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/finding.h"
#include "event/ids.h"

#include <cstdint>

namespace heddle::primitive {

// What doing an operation came to.
//
// A processor stalls when it reads at once what was just written piece by piece, and
// compilers do that when they pack small fields into a register, or copy several that
// are neighbours here and there.  So this is too large for registers, and in another
// order than in an Event.
struct Effect {
  int32_t result = 0;  // as the call returns it: 0 or an errno, a value
  bool yielded = false;
  event::Misuse misuse = event::Misuse::none;
  bool timed_out = false;
  event::ThreadId other = event::kNoThread;  // the thread that was woken
  uint64_t value = 0;                        // as in an Event
};

// The result of a futex_wait or an arriving writer that has gone to sleep: futex_woken
// or the writer's rwlock_wrlock is next.
inline constexpr int32_t kAsleep = -1;
// The argument of a rwlock_wrlock that has not arrived at the lock yet.
inline constexpr int64_t kArrives = 1;
// once_enter's result when there is nothing left to do.
inline constexpr int32_t kAlreadyDone = -1;
// barrier_leave's result for one thread of each round.
inline constexpr int32_t kSerialThread = -1;

}  // namespace heddle::primitive

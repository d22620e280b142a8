// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"

#include <cstdint>

// How steps order threads, in the happens-before of C++: what each of them acquires and releases,
// as plain values.
namespace heddle::primitive {

// What a step came to.
struct Done {
  int32_t result = 0;  // as in event::Event; EAGAIN: a compare-exchange that failed
  bool timed_out = false;
  event::ThreadId other = event::kNoThread;  // joined, created, woken
  uint32_t round = 0;                        // of a barrier: the one that the thread arrived in
};

// One half of an edge.  An object has a clock of what was released last, or of all that was; and
// another one, of what those release that wake threads or share it.
struct ClockEdge {
  enum class What : uint8_t {
    none,
    object,
    other,      // the other clock of an object
    exclusive,  // both; to be released by the same thread as `shared_or_exclusive`
    shared_or_exclusive,
    round,   // of a barrier
    thread,  // all that it did, having ended
    all_ended,
    ends,  // the thread that does it
    load,  // [intro.races] and [atomics.fences] of C++20: by the order of the access
    store,
    update,
    fence,
  };

  What what = What::none;
  event::MemoryOrder order = event::MemoryOrder::relaxed;
  event::ObjectId object = event::kNoObject;
  uint32_t number = 0;  // of the round; of the thread
};

}  // namespace heddle::primitive

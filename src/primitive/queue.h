// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/state.h"

// Those that wait at an object, in the order they came: the first has place 1.  Whoever leaves
// closes the gap, so that places say nothing of who was there before.
namespace heddle::primitive {

inline bool is_in_queue(const Thread& thread, event::ObjectId object) {
  return thread.place != 0 && thread.pending.object == object;
}

// A thread comes to wait at the object that it names.
inline void join_queue(State& state, Thread& thread) {
  uint16_t before = 0;
  for (const Thread& other : state.threads()) {
    before = static_cast<uint16_t>(before + (is_in_queue(other, thread.pending.object) ? 1 : 0));
  }
  thread.place = static_cast<uint16_t>(before + 1);
}

inline void leave_queue(State& state, Thread& thread) {
  if (thread.place == 0) {
    return;
  }
  for (Thread& other : state.threads()) {
    if (is_in_queue(other, thread.pending.object) && other.place > thread.place) {
      --other.place;
    }
  }
  thread.place = 0;
}

}  // namespace heddle::primitive

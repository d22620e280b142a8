// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/world.h"

#include <algorithm>

namespace heddle::primitive {

// Time goes where causality goes: a step is not earlier than the steps that it depends on.  So what
// a thread reads from its clock is a function of what it can know, and independent steps still
// commute: those that only read, and those that only add, do not take over each other's time.
inline void take_time(Thread& thread, const Object& object, event::Use use) {
  if (use == event::Use::none) [[unlikely]] {
    return;
  }
  int64_t time = std::max(thread.time, object.time);
  time = use == event::Use::adds ? time : std::max(time, object.added_time);
  thread.time = use == event::Use::reads ? time : std::max(time, object.read_time);
}

inline void leave_time(Object& object, int64_t time, event::Use use) {
  if (use == event::Use::changes) [[likely]] {
    object.time = time;
    return;
  }
  switch (use) {
    case event::Use::none:
      break;
    case event::Use::reads:
      object.read_time = std::max(object.read_time, time);
      break;
    case event::Use::adds:
      object.added_time = std::max(object.added_time, time);
      break;
    case event::Use::changes:
      object.time = time;
      break;
  }
}

}  // namespace heddle::primitive

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "event/operation.h"

#include <cstdint>
#include <span>

namespace heddle::event {

// One thing that can happen next: a thread goes on and, where its operation has
// several outcomes (a time-out, which waiter is woken), which one.
struct Choice {
  ThreadId thread = kNoThread;
  uint32_t alternative = 0;

  friend bool operator==(const Choice&, const Choice&) = default;
};

struct Option {
  Choice choice;
  const Operation* operation = nullptr;  // what the thread would do; never null
};

// What a strategy is shown.  Options are in the order that Event describes.
struct SchedulePoint {
  uint32_t position = 0;  // steps done before
  uint16_t own = 0;       // options from here on cost a preemption; 0: all are free
  std::span<const Option> options;

  [[nodiscard]] bool preempts(size_t option) const { return own != 0 && option >= own; }
};

// Where a schedule leaves the default, and what must be seen there.
struct Deviation {
  uint32_t position = 0;
  uint16_t option = 0;
  uint16_t options = 0;
  uint32_t fingerprint = 0;
};

}  // namespace heddle::event

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
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

// A thread that can go on.
struct Candidate {
  ThreadId thread = kNoThread;
  uint16_t alternatives = 1;   // in how many ways; at least one
  bool by_time : 1 = false;    // only by letting its time run out, or it sleeps
  bool truncated : 1 = false;  // it could go on in still more ways
  bool idle : 1 = false;       // it would go round a loop and be where it is, see Execution
  bool held : 1 = false;       // the same, and that is known in advance
  bool tries : 1 = false;      // whether it would is not known
  // What it would do; kept by the subject until the step is chosen.
  const Operation* operation = nullptr;
};

struct Option {
  Choice choice;
  const Operation* operation = nullptr;  // what the thread would do; never null
  bool by_time = false;                  // see Candidate
};

// What a strategy is shown.  Options are in the order that Event describes.
struct SchedulePoint {
  uint32_t position = 0;  // steps done before
  uint16_t own = 0;       // options from here on cost a preemption; 0: all are free
  std::span<const Option> options;
  std::span<const Event> log;  // these steps

  [[nodiscard]] bool preempts(size_t option) const { return own != 0 && option >= own; }
};

// In place of an option's number: the strategy is asked there.  Without a number of options nobody
// has been there before.
inline constexpr uint16_t kAskStrategy = 0xffff;

// Where a schedule leaves the default, and what must be seen there.
struct Deviation {
  uint32_t position = 0;
  uint16_t option = 0;
  uint16_t options = 0;
  uint32_t fingerprint = 0;
};

}  // namespace heddle::event

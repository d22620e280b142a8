// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "order/dependence.h"

#include <cstdint>

namespace heddle::order {

// A step, by what makes it depend on others: the same one has the same mark in every execution that
// does it after the same past, where numbers of objects may differ.
struct Mark {
  event::ThreadId thread = event::kNoThread;
  event::ThreadId created = event::kNoThread;  // by it
  uint16_t alternative = 0;
  uint16_t outcomes = 1;  // among so many; 0: nobody knows
  event::OpKind kind = event::OpKind::yield;
  bool all = false;   // depends on all steps
  bool sole = false;  // its other outcomes are of no interest here
  uint8_t uses = 0;   // so many of:
  Touch touches[kMaxTouches];

  [[nodiscard]] bool is_choice(const Mark& other) const {
    return thread == other.thread && alternative == other.alternative;
  }
};

// `step` as done.
[[nodiscard]] Mark mark_of(const event::Event& step);

// The same of a step that may come to something else than it did, or was not done: whatever it
// may come to.
[[nodiscard]] Mark worst_mark_of(const event::Event& step);

// Of a step that was taken for `planned` and came to `done`: what depends on either.
[[nodiscard]] Mark merged(const Mark& planned, const Mark& done);

[[nodiscard]] bool dependent(const Mark& a, const Mark& b);

}  // namespace heddle::order

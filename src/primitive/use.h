// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/use.h"

#include <cerrno>
#include <cstdint>

namespace heddle::primitive {

// What of a step decides how it uses its object.  Whatever fails, or wakes nobody, only reads.
struct Used {
  event::OpKind kind = event::OpKind::yield;
  int32_t result = 0;
  bool timed_out = false;
  uint64_t value = 0;         // as in an Event
  bool readers_meet = false;  // see event::kReadersMeet
};

[[nodiscard]] inline Used used_by(const event::Event& step) {
  return {.kind = step.kind,
          .result = step.result,
          .timed_out = step.timed_out,
          .value = step.value,
          .readers_meet = (step.identity & event::kReadersMeet) != 0};
}

[[nodiscard]] constexpr event::Use changes_if(bool changes) {
  return changes ? event::Use::changes : event::Use::reads;
}

// The lock is the thread's, even if who had it has died.
[[nodiscard]] constexpr bool has_lock(int32_t result) {
  return result == 0 || result == EOWNERDEAD;
}

}  // namespace heddle::primitive

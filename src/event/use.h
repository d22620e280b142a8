// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"

#include <cstdint>

namespace heddle::event {

// How a step uses an object.  Two steps on one object can be swapped if both only read
// it, or both add to it in a way that does not matter in which order.
enum class Use : uint8_t { none, reads, adds, changes };

[[nodiscard]] constexpr bool can_be_swapped(Use a, Use b) {
  return a == Use::none || b == Use::none || (a == b && a != Use::changes);
}

// What of a step decides it.
struct Used {
  OpKind kind = OpKind::yield;
  int32_t result = 0;
  bool timed_out = false;
  uint64_t value = 0;         // as in an Event
  bool readers_meet = false;  // see kReadersMeet
};

// How it uses the object that it names, and the mutex that goes with it.  Whatever fails,
// or wakes nobody, only reads.
[[nodiscard]] Use use_of_object(const Used& step);
[[nodiscard]] Use use_of_mutex(const Used& step);

// The same by kind, for the many steps of which no more need be known than that they returned
// 0; nothing for the others.
struct UsesByKind {
  struct Known {
    bool enough;
    Use use;
  };
  Known by_kind[kOpKinds];
};
extern const UsesByKind kUsesIfZero;

// A bit of an object's identity: a read-write lock that lets no reader past a waiting
// writer.  Whether a reader gets it depends on the other readers then.
inline constexpr uint64_t kReadersMeet = 1;

}  // namespace heddle::event

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

// How a step uses the object by its kind alone, for the many of which no more need be known than
// that they returned 0; nothing for the others.
struct UsesByKind {
  struct Known {
    bool enough;
    Use use;
  };
  Known by_kind[kOpKinds];
};
extern const UsesByKind kUsesIfZero;

// How it uses the object that it names, and the mutex that goes with it.  Whatever fails,
// or wakes nobody, only reads.
[[nodiscard, gnu::noinline]] Use use_of_object_in_full(const Used& step);
[[nodiscard]] inline Use use_of_object(const Used& step) {
  const UsesByKind::Known& known = kUsesIfZero.by_kind[static_cast<size_t>(step.kind)];
  return step.result == 0 && known.enough ? known.use : use_of_object_in_full(step);
}
[[nodiscard]] Use use_of_mutex(const Used& step);

// A bit of an object's identity: a read-write lock that lets no reader past a waiting
// writer.  Whether a reader gets it depends on the other readers then.
inline constexpr uint64_t kReadersMeet = 1;

}  // namespace heddle::event

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"
#include "event/use.h"
#include "primitive/facts.h"

namespace heddle::search {

// How an operation uses the object, whatever it will come to: nobody knows before it is done.
[[nodiscard]] inline event::Use use_of(const event::Operation& operation, event::ObjectId object) {
  if (object == event::kNoObject || (operation.object != object && operation.mutex != object)) {
    return event::Use::none;
  }
  event::Use use = event::Use::none;
  for (const int32_t result : {1, -1, 0}) {
    const primitive::Used done{.kind = operation.kind, .result = result, .value = 2};
    use =
        operation.object == object ? primitive::use_of_object(done) : primitive::use_of_mutex(done);
    if (use == event::Use::changes) {
      break;
    }
  }
  return use;
}

// Whether the order of two operations of different threads may matter: they have an object
// in common, and do not both just read it.
[[nodiscard]] inline bool may_conflict(const event::Operation& a, const event::Operation& b) {
  const auto meet_at = [&](event::ObjectId object) {
    return !event::can_be_swapped(use_of(a, object), use_of(b, object));
  };
  return meet_at(b.object) || meet_at(b.mutex);
}

}  // namespace heddle::search

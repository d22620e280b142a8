// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"

namespace heddle::search {

// Whether an operation leaves its object as it was.
[[nodiscard]] constexpr bool only_reads(event::OpKind kind) {
  return kind == event::OpKind::atomic_load || kind == event::OpKind::volatile_read ||
         kind == event::OpKind::data_read || kind == event::OpKind::sem_getvalue;
}

// Whether the order of two operations of different threads may matter: they have an object
// in common, and do not both just read it.
[[nodiscard]] constexpr bool may_conflict(const event::Operation& a, const event::Operation& b) {
  const auto touches = [](const event::Operation& operation, event::ObjectId object) {
    return object != event::kNoObject && (operation.object == object || operation.mutex == object);
  };
  return (touches(a, b.object) || touches(a, b.mutex)) &&
         !(only_reads(a.kind) && only_reads(b.kind));
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::event {

// How a step uses an object.  Two steps on one object can be swapped if both only read
// it, or both add to it in a way that does not matter in which order.
enum class Use : uint8_t { none, reads, adds, changes };

[[nodiscard]] constexpr bool can_be_swapped(Use a, Use b) {
  return a == Use::none || b == Use::none || (a == b && a != Use::changes);
}

// A bit of an object's identity: a read-write lock that lets no reader past a waiting
// writer.  Whether a reader gets it depends on the other readers then.
inline constexpr uint64_t kReadersMeet = 1;

}  // namespace heddle::event

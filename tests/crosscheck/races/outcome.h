// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history.h"

#include <compare>
#include <cstdint>
#include <set>
#include <string>

namespace heddle::crosscheck::races {

// Accesses of a thread that need not be told apart: plain ones of the same sort; a
// visible one only from those of another place or kind.
struct Sort {
  uint64_t thread = 0;
  bool write = false;
  bool atomic = false;
  bool visible = false;
  bool freed = false;
  uint64_t place = 0;  // 0 if it is not visible
  uint64_t kind = 0;   // likewise

  friend auto operator<=>(const Sort&, const Sort&) = default;
};

// That a byte was accessed in a way that races: the thread's accesses between two steps
// are one, unless they are visible.
struct Pair {
  uint64_t byte = 0;
  Sort first;
  uint64_t second_thread = 0;
  uint64_t second_time = 0;
  uint64_t second_place = 0;  // if it is visible

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

using Pairs = std::set<Pair>;

// Only bytes below this one are compared.
inline constexpr uint64_t kEndOfInterest = 0x7ffff000 + 100;

inline Sort sort_of(event::AccessKind kind, event::ThreadId thread, uint64_t place, bool visible) {
  Sort sort;
  sort.thread = event::index(thread);
  sort.write = event::is_write(kind);
  sort.atomic = event::is_atomic(kind);
  sort.visible = visible;
  sort.place = visible ? place + 1 : 0;
  sort.kind = visible ? static_cast<uint64_t>(kind) : 0;
  return sort;
}

// By the definition of C++, from the whole history.
[[nodiscard]] Pairs naive_pairs(const History& history);
// By order/ and detect/.
[[nodiscard]] Pairs found_pairs(const History& history);

// Without pairs whose first access is a plain read, where a plain write of the same thread races
// likewise: the read need not be looked at then.
[[nodiscard]] Pairs essential(const Pairs& pairs);

[[nodiscard]] std::string difference(const Pairs& expected, const Pairs& found);

}  // namespace heddle::crosscheck::races

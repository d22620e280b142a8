// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/exploration.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::verdict {

// Fairness that acts on every k-th yield leaves out no schedule in which threads yield less often;
// but then each number of yields below that is a schedule of its own, and bugs that take none of
// them wait behind all of these.  So fairness climbs: the program is explored with all bounds while
// fairness acts on every yield, then with all of them while it acts on every second, fourth, and so
// on, up to the k that was asked for.  Each of these is a rung.
//
// The first try is at the last rung.  Where fairness never removes a choice there, nothing is
// left out and there is nothing to climb.  Where it does, that ends the first try.

// What a rung came to, or the first try.
struct Rung {
  uint32_t every =
      0;  // fairness acts on every yield of a thread whose number is a multiple of this
  explore::Counters counters;
  std::optional<std::vector<uint64_t>> states;  // as in Exploration
  std::vector<explore::NoteRecord> notes;
  std::vector<uint64_t> known_race_executions;
};

struct Climb {
  uint32_t last = 0;         // the rung that was asked for; 0: the only one
  std::optional<Rung> try_;  // which fairness has ended; if not, nobody climbs
  std::vector<Rung> done;    // the rungs below the one under way

  [[nodiscard]] bool is_under_way() const { return try_.has_value(); }
  // Of the rung under way; of the first try before that.
  [[nodiscard]] uint32_t every() const;
  [[nodiscard]] bool is_at_last() const { return every() == last; }
};

[[nodiscard]] Rung rung_of(const Exploration& exploration);

[[nodiscard]] uint64_t executions_below(const Climb& climb);

// What those below it have counted is added: executions, steps, notes.  What is said of bounds and
// states is that of the rung itself.
void add_lower(const Climb& climb, Exploration& rung);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/settings.h"

#include <span>
#include <string_view>

namespace heddle::search {

// What is known of a strategy without making one.
struct StrategyEntry {
  std::string_view name;  // as --strategy has it
  explore::StrategyKind kind;
  std::string_view order = {};       // in which it runs schedules, if its name does not say so
  std::string_view own_option = {};  // one that goes with no other strategy
  bool samples = false;              // draws executions at random: nothing is known of the others
  bool bounded = false;              // goes by preemptions, 2 of them if not told otherwise
  bool shares_work = false;          // with other workers (-j)
  bool reducible = false;            // may leave out what a reduction says
};

// All that a user can ask for, in the order in which they are listed: the one place where their
// names stand.
[[nodiscard]] std::span<const StrategyEntry> all_strategies();

// Null if there is none of that name.
[[nodiscard]] const StrategyEntry* find_strategy(std::string_view name);

// Whether it draws executions at random.
[[nodiscard]] bool takes_samples(explore::StrategyKind kind);

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/strategy.h"

#include <span>
#include <string_view>

namespace heddle::search {

struct StrategySlot;

// What is known of a strategy without making one, and how it is made.
struct StrategyEntry {
  std::string_view name;  // as --strategy has it
  explore::Strategy& (*make)(explore::Arena& arena, StrategySlot& slot);
  explore::StrategyKind kind = explore::StrategyKind::others;  // or that and its place in the table
  std::string_view order = {};       // in which it runs schedules, if its name does not say so
  std::string_view own_option = {};  // one that goes with no other strategy
  bool samples = false;              // draws executions at random: nothing is known of the others
  bool bounded = false;              // goes by preemptions, 2 of them if not told otherwise
  bool shares_work = false;          // with other workers (-j)
  bool reducible = false;            // may leave out what a reduction says
};

// All that a user can ask for, in the order in which they are listed.  A new one is a row in
// strategy_table.cc, which is the one place where their names stand.
[[nodiscard]] std::span<const StrategyEntry> all_strategies();

// Null if there is none of that name, or kind.
[[nodiscard]] const StrategyEntry* find_strategy(std::string_view name);
[[nodiscard]] const StrategyEntry* find_strategy(explore::StrategyKind kind);

// Whether it draws executions at random.
[[nodiscard]] bool takes_samples(explore::StrategyKind kind);

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#include "search/strategy_table.h"

#include <algorithm>

namespace heddle::search {
namespace {

using explore::StrategyKind;

constexpr StrategyEntry kStrategies[] = {
    {.name = "icb",
     .kind = StrategyKind::preemption_bound,
     .order = "fewest preemptions first",
     .own_option = "--csb",
     .bounded = true,
     .shares_work = true,
     .reducible = true},
    {.name = "dfs",
     .kind = StrategyKind::depth_first,
     .bounded = true,
     .shares_work = true,
     .reducible = true},
    {.name = "depth", .kind = StrategyKind::depth_bound, .own_option = "--depth"},
    {.name = "idfs", .kind = StrategyKind::iterative_deepening, .own_option = "--depth-step"},
    {.name = "delay",
     .kind = StrategyKind::delay_bound,
     .order = "fewest delays first",
     .own_option = "--delays"},
    {.name = "random", .kind = StrategyKind::random_walk, .samples = true},
    {.name = "pct", .kind = StrategyKind::pct, .own_option = "--bug-depth", .samples = true},
    {.name = "pos", .kind = StrategyKind::partial_order_sampling, .samples = true},
};

}  // namespace

std::span<const StrategyEntry> all_strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  const StrategyEntry* const found =
      std::find_if(std::begin(kStrategies), std::end(kStrategies),
                   [&](const StrategyEntry& entry) { return entry.name == name; });
  return found == std::end(kStrategies) ? nullptr : found;
}

bool takes_samples(StrategyKind kind) {
  return std::any_of(
      std::begin(kStrategies), std::end(kStrategies),
      [&](const StrategyEntry& entry) { return entry.kind == kind && entry.samples; });
}

}  // namespace heddle::search

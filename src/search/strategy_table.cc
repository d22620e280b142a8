// SPDX-License-Identifier: Apache-2.0
#include "search/strategy_table.h"

#include "explore/step_limit.h"
#include "search/delay_bound.h"
#include "search/depth_bound.h"
#include "search/depth_first.h"
#include "search/iterative_deepening.h"
#include "search/partial_order_sampling.h"
#include "search/pct.h"
#include "search/preemption_bound.h"
#include "search/random_walk.h"
#include "search/strategies.h"

#include <algorithm>
#include <array>

namespace heddle::search {
namespace {

using explore::Arena;
using explore::Strategy;
using explore::StrategyKind;

Strategy& make_preemption_bound(Arena& arena, StrategySlot& slot) {
  const explore::Settings& settings = arena.settings();
  return slot.put<PreemptionBound>(arena.search, arena.journal, settings.max_preemptions,
                                   settings.phase_width, settings.workers == 1);
}

Strategy& make_depth_first(Arena& arena, StrategySlot& slot) {
  return slot.put<DepthFirst>(arena.search, arena.journal, arena.settings().max_preemptions);
}

Strategy& make_depth_bound(Arena& arena, StrategySlot& slot) {
  return slot.put<DepthBound>(arena.search, arena.journal, arena.settings().depth,
                              arena.settings().max_preemptions);
}

Strategy& make_iterative_deepening(Arena& arena, StrategySlot& slot) {
  const explore::Settings& settings = arena.settings();
  return slot.put<IterativeDeepening>(arena.search, arena.journal, settings.depth_step,
                                      explore::most_steps(settings.step_limit),
                                      settings.max_preemptions);
}

Strategy& make_delay_bound(Arena& arena, StrategySlot& slot) {
  return slot.put<DelayBound>(arena.search, arena.journal, arena.settings().max_delays);
}

template <typename T>
Strategy& make_sampling(Arena& arena, StrategySlot& slot) {
  return slot.put<T>(arena.search, arena.journal, arena.settings());
}

constexpr auto kStrategies = [] {
  std::array all = {
      StrategyEntry{.name = "icb",
                    .make = make_preemption_bound,
                    .kind = StrategyKind::preemption_bound,
                    .order = "fewest preemptions first",
                    .own_option = "--csb",
                    .bounded = true,
                    .shares_work = true,
                    .reducible = true},
      StrategyEntry{.name = "dfs",
                    .make = make_depth_first,
                    .kind = StrategyKind::depth_first,
                    .bounded = true,
                    .shares_work = true,
                    .reducible = true},
      StrategyEntry{.name = "depth",
                    .make = make_depth_bound,
                    .kind = StrategyKind::depth_bound,
                    .own_option = "--depth"},
      StrategyEntry{.name = "idfs",
                    .make = make_iterative_deepening,
                    .kind = StrategyKind::iterative_deepening,
                    .own_option = "--depth-step"},
      StrategyEntry{.name = "delay",
                    .make = make_delay_bound,
                    .kind = StrategyKind::delay_bound,
                    .order = "fewest delays first",
                    .own_option = "--delays"},
      StrategyEntry{.name = "random",
                    .make = make_sampling<RandomWalk>,
                    .kind = StrategyKind::random_walk,
                    .samples = true},
      StrategyEntry{.name = "pct",
                    .make = make_sampling<Pct>,
                    .kind = StrategyKind::pct,
                    .own_option = "--bug-depth",
                    .samples = true},
      StrategyEntry{.name = "pos",
                    .make = make_sampling<PartialOrderSampling>,
                    .kind = StrategyKind::partial_order_sampling,
                    .samples = true},
  };
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == StrategyKind::others) {
      all[i].kind = static_cast<StrategyKind>(static_cast<uint32_t>(StrategyKind::others) + i);
    }
  }
  return all;
}();

template <typename Is>
const StrategyEntry* find_where(Is is) {
  const auto* const found = std::find_if(kStrategies.begin(), kStrategies.end(), is);
  return found == kStrategies.end() ? nullptr : &*found;
}

}  // namespace

std::span<const StrategyEntry> all_strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  return find_where([&](const StrategyEntry& entry) { return entry.name == name; });
}

const StrategyEntry* find_strategy(StrategyKind kind) {
  return find_where([&](const StrategyEntry& entry) { return entry.kind == kind; });
}

bool takes_samples(StrategyKind kind) {
  const StrategyEntry* const entry = find_strategy(kind);
  return entry != nullptr && entry->samples;
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#include "search/strategies.h"

#include "base/check.h"
#include "search/depth_first.h"
#include "search/preemption_bound.h"
#include "search/replay.h"

#include <new>

namespace heddle::search {
namespace {

template <typename T, typename... Arguments>
explore::Strategy& make(StrategySlot& slot, Arguments&&... arguments) {
  static_assert(sizeof(T) <= sizeof slot.bytes);
  return *new (slot.bytes) T(arguments...);
}

}  // namespace

std::optional<explore::StrategyKind> strategy_named(std::string_view name) {
  if (name == "icb") {
    return explore::StrategyKind::preemption_bound;
  }
  if (name == "dfs") {
    return explore::StrategyKind::depth_first;
  }
  return std::nullopt;
}

explore::Strategy& attach_strategy(explore::Arena& arena, StrategySlot& slot) {
  const explore::Settings& settings = arena.settings();
  switch (settings.strategy) {
    case explore::StrategyKind::preemption_bound:
      return make<PreemptionBound>(slot, arena.search, arena.journal, settings.max_preemptions,
                                   settings.phase_width, settings.workers == 1);
    case explore::StrategyKind::depth_first:
      return make<DepthFirst>(slot, arena.search, arena.journal, settings.max_preemptions);
    case explore::StrategyKind::replay:
      return make<Replay>(slot, arena.search);
  }
  HEDDLE_CHECK(false, "the settings should name a strategy");
}

SharedWork* attach_shared_work(explore::Arena& arena, StrategySlot& slot) {
  explore::Strategy& strategy = attach_strategy(arena, slot);
  switch (arena.settings().strategy) {
    case explore::StrategyKind::preemption_bound:
      return static_cast<PreemptionBound*>(&strategy);
    case explore::StrategyKind::depth_first:
      return static_cast<DepthFirst*>(&strategy);
    default:
      return nullptr;
  }
}

}  // namespace heddle::search

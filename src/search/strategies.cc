// SPDX-License-Identifier: Apache-2.0
#include "search/strategies.h"

#include "base/check.h"
#include "explore/step_limit.h"
#include "search/delay_bound.h"
#include "search/depth_bound.h"
#include "search/depth_first.h"
#include "search/iterative_deepening.h"
#include "search/partial_order_sampling.h"
#include "search/pct.h"
#include "search/preemption_bound.h"
#include "search/random_walk.h"
#include "search/reduced.h"
#include "search/replay.h"
#include "search/state_cache.h"

#include <new>

namespace heddle::search {

using explore::StrategyKind;

namespace {

template <typename T, typename... Arguments>
explore::Strategy& make(StrategySlot& slot, Arguments&&... arguments) {
  static_assert(sizeof(T) <= sizeof slot.bytes);
  return *new (slot.bytes) T(arguments...);
}

explore::Strategy& attach_plain(explore::Arena& arena, StrategySlot& slot) {
  const explore::Settings& settings = arena.settings();
  switch (settings.strategy) {
    case StrategyKind::preemption_bound:
      return make<PreemptionBound>(slot, arena.search, arena.journal, settings.max_preemptions,
                                   settings.phase_width, settings.workers == 1);
    case StrategyKind::depth_first:
      return make<DepthFirst>(slot, arena.search, arena.journal, settings.max_preemptions);
    case StrategyKind::depth_bound:
      return make<DepthBound>(slot, arena.search, arena.journal, settings.depth,
                              settings.max_preemptions);
    case StrategyKind::iterative_deepening:
      return make<IterativeDeepening>(slot, arena.search, arena.journal, settings.depth_step,
                                      explore::most_steps(settings.step_limit),
                                      settings.max_preemptions);
    case StrategyKind::delay_bound:
      return make<DelayBound>(slot, arena.search, arena.journal, settings.max_delays);
    case StrategyKind::random_walk:
      return make<RandomWalk>(slot, arena.search, arena.journal, settings);
    case StrategyKind::pct:
      return make<Pct>(slot, arena.search, arena.journal, settings);
    case StrategyKind::partial_order_sampling:
      return make<PartialOrderSampling>(slot, arena.search, arena.journal, settings);
    case StrategyKind::replay:
      return make<Replay>(slot, arena.search);
  }
  HEDDLE_CHECK(false, "the settings should name a strategy");
}

}  // namespace

explore::Strategy& lay_strategy(explore::Arena& arena, StrategySlot& slot) {
  if (explore::is_by_traces(arena.settings().reduction) &&
      arena.settings().strategy != explore::StrategyKind::replay) {
    return make<Reduced>(slot, arena);
  }
  explore::Strategy& strategy = attach_plain(arena, slot);
  const explore::Settings& settings = arena.settings();
  if (settings.reduction == explore::Reduction::none ||
      settings.strategy == explore::StrategyKind::replay) {
    return strategy;
  }
  static_assert(sizeof(StateCache) <= sizeof slot.reduction);
  return *new (slot.reduction) StateCache(arena, arena.reduction_memory, strategy);
}

// What it begins with counts from now on, whatever else is rolled back.
explore::Strategy& attach_strategy(explore::Arena& arena, StrategySlot& slot) {
  const bool all_committed = arena.journal.empty();
  explore::Strategy& strategy = lay_strategy(arena, slot);
  if (all_committed && !arena.journal.empty()) {
    arena.journal.commit();
  }
  arena.states.recover();
  if (explore::Recovers* const recovers = strategy.recovers(); recovers != nullptr) {
    recovers->recover();
  }
  return strategy;
}

}  // namespace heddle::search

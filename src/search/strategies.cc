// SPDX-License-Identifier: Apache-2.0
#include "search/strategies.h"

#include "base/check.h"
#include "search/reduced.h"
#include "search/replay.h"
#include "search/state_cache.h"
#include "search/strategy_table.h"

#include <new>

namespace heddle::search {

namespace {

explore::Strategy& lay_plain(explore::Arena& arena, StrategySlot& slot) {
  const explore::StrategyKind kind = arena.settings().strategy;
  if (kind == explore::StrategyKind::replay) {
    return slot.put<Replay>(arena.search);
  }
  const StrategyEntry* const entry = find_strategy(kind);
  HEDDLE_CHECK(entry != nullptr, "the settings should name a strategy");
  return entry->make(arena, slot);
}

}  // namespace

explore::Strategy& lay_strategy(explore::Arena& arena, StrategySlot& slot) {
  if (explore::is_by_traces(arena.settings().reduction) &&
      arena.settings().strategy != explore::StrategyKind::replay) {
    return slot.put<Reduced>(arena);
  }
  explore::Strategy& strategy = lay_plain(arena, slot);
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

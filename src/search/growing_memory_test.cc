// SPDX-License-Identifier: Apache-2.0
// `--memory` is about all memory that grows with the search, whatever strategy and reduction are
// asked for.
#include "explore/testing.h"
#include "search/strategies.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Reduction;
using explore::StrategyKind;

size_t bytes_told_of(StrategyKind strategy, Reduction reduction, uint32_t bound) {
  explore::Settings settings;
  settings.strategy = strategy;
  settings.reduction = reduction;
  settings.max_preemptions = bound;
  settings.step_limit = 100;
  settings.max_executions = 3;
  explore::testing::TestArena arena(settings);
  StrategySlot slot;
  explore::Strategy& attached = attach_strategy(*arena, slot);
  explore::Explorer explorer(*arena, attached, nullptr);
  explore::testing::Counting subject({3, 3});
  explore::testing::Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  return attached.grows_memory()->growing_memory().size();
}

TEST(GrowingMemory, IsToldOfWithEveryReduction) {
  for (const uint32_t bound : {2U, UINT32_MAX}) {
    for (const Reduction reduction : {Reduction::none, Reduction::cache, Reduction::dpor}) {
      EXPECT_GT(bytes_told_of(StrategyKind::preemption_bound, reduction, bound), 0U);
      EXPECT_GT(bytes_told_of(StrategyKind::depth_first, reduction, bound), 0U);
    }
  }
  for (const Reduction reduction : {Reduction::inspect, Reduction::sleep}) {
    EXPECT_GT(bytes_told_of(StrategyKind::preemption_bound, reduction, UINT32_MAX), 0U);
  }
}

}  // namespace
}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#include "explore/use_table.h"

#include "explore/testing.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::ResourceKind;
using event::Use;

using Named = std::vector<std::pair<ResourceKind, uint64_t>>;

Named uses_of(const Arena& arena, const event::Event& step) {
  Named all;
  for (uint32_t use = step.uses(); use != 0; use = arena.uses().record(use).before) {
    all.emplace_back(arena.uses().record(use).kind, arena.uses().record(use).name);
  }
  return all;
}

// Who begins a search anew has to know what the steps of its last execution have used.
TEST(UseTable, WhatStepsHaveUsedCanOutliveARollback) {
  Settings settings;
  settings.step_limit = 100;
  testing::TestArena arena{settings};
  arena->log.push_back({});
  add_use(*arena, {ResourceKind::random, 1}, Use::changes);
  add_use(*arena, {ResourceKind::environment, 2}, Use::reads);
  arena->log.push_back({});
  arena->log.push_back({});
  add_use(*arena, {ResourceKind::random, 1}, Use::changes);
  ASSERT_TRUE(keep_uses(*arena));
  recall_uses(*arena);
  arena->journal.rollback();
  remember_uses(*arena);
  EXPECT_EQ(uses_of(*arena, arena->log[0]),
            (Named{{ResourceKind::environment, 2}, {ResourceKind::random, 1}}));
  EXPECT_EQ(uses_of(*arena, arena->log[1]), Named{});
  EXPECT_EQ(uses_of(*arena, arena->log[2]), (Named{{ResourceKind::random, 1}}));
  EXPECT_TRUE(arena->uses().any());
}

// Whoever takes up the search after a process that was killed looks at its last execution before
// there is another one.
TEST(UseTable, AfterARollbackNoStepNamesUsesThatWentWithIt) {
  Settings settings;
  settings.step_limit = 100;
  testing::TestArena arena{settings};
  arena->log.push_back({.thread = event::kMainThread, .options = 1});
  add_use(*arena, {ResourceKind::random, 1}, Use::changes);
  ASSERT_TRUE(keep_uses(*arena));
  arena->uses_now.clear();
  ASSERT_TRUE(arena->plausible());
  testing::Stubborn strategy(0);
  Explorer(*arena, strategy).rollback();
  EXPECT_TRUE(arena->plausible());
}

}  // namespace
}  // namespace heddle::explore

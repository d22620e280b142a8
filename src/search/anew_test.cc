// SPDX-License-Identifier: Apache-2.0
// What stays of a search that begins anew.
#include "explore/explorer.h"
#include "explore/testing.h"
#include "search/strategies.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Execution;
using explore::Explorer;
using explore::Settings;
using explore::Strategy;
using explore::testing::Counting;
using explore::testing::Scratch;
using explore::testing::TestArena;

Settings some_settings() {
  Settings settings;
  settings.step_limit = 100;
  return settings;
}

// Two threads of two steps.
class AnewTest : public ::testing::Test {
 protected:
  AnewTest() : arena_(some_settings(), size_t{1} << 24), subject_({2, 2}) {}

  void run_one(bool unseen) {
    ASSERT_TRUE(explorer_.begin());
    base::Region region = scratch_.region();
    Execution execution(region, region, 8, strategy_, arena_->plan, arena_->log, {});
    const event::Outcome outcome = subject_.run(execution);
    arena_->record().unseen = unseen;
    explorer_.end(outcome);
    explorer_.commit();
  }

  TestArena arena_;
  Counting subject_;
  Scratch scratch_;
  StrategySlot slot_;
  Strategy& strategy_ = attach_strategy(*arena_, slot_);
  Explorer explorer_{*arena_, strategy_};
};

TEST_F(AnewTest, SchedulesThatWereNotFollowedStayCounted) {
  run_one(false);
  arena_->save_results();
  arena_->counters().diverged = 3;
  arena_->counters().retried = 2;
  explorer_.commit();
  run_one(true);
  EXPECT_EQ(arena_->kept().starts, 1U);
  EXPECT_EQ(arena_->counters().executions, 0U);
  EXPECT_EQ(arena_->counters().diverged, 3U);
  EXPECT_EQ(arena_->counters().retried, 2U);
}

// Who goes on, after work was shared or by --resume, is not to find that something is missing.
TEST_F(AnewTest, AnExecutionThatWouldBeginItAnewDoesNotCountWhenAnEndIsAskedFor) {
  run_one(false);
  ASSERT_TRUE(explorer_.begin());
  explorer_.rollback();
  const uint64_t waiting = strategy_.coverage().waiting;
  run_one(false);
  const uint64_t later = strategy_.coverage().waiting;
  ASSERT_TRUE(explorer_.begin());
  base::Region region = scratch_.region();
  Execution execution(region, region, 8, strategy_, arena_->plan, arena_->log, {});
  const event::Outcome outcome = subject_.run(execution);
  arena_->record().unseen = true;
  arena_->control().stop.store(1);
  explorer_.end(outcome);
  explorer_.commit();
  EXPECT_NE(waiting, 0U);
  EXPECT_EQ(strategy_.coverage().waiting, later);
  EXPECT_EQ(arena_->counters().executions, 2U);
  EXPECT_EQ(arena_->counters().incomplete_from, UINT32_MAX);
  EXPECT_EQ(arena_->kept().starts, 0U);
  arena_->control().stop.store(0);
  run_one(true);
  EXPECT_EQ(arena_->kept().starts, 1U);
}

}  // namespace
}  // namespace heddle::search

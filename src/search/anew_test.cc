// SPDX-License-Identifier: Apache-2.0
// What stays of a search that begins anew, and what a process that is killed leaves.
#include "explore/explorer.h"
#include "explore/kills.h"
#include "explore/testing.h"
#include "search/strategies.h"

#include <cstring>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Execution;
using explore::Explorer;
using explore::Kills;
using explore::Settings;
using explore::Strategy;
using explore::TextRecord;
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

// Whoever adds a text may be killed after each of its stores.
TEST(Texts, AreWholeWhoeverIsKilled) {
  TestArena arena(some_settings(), size_t{1} << 24);
  explore::add_text(arena->remarks, "one");
  TextRecord& next = *arena->remarks.end();
  strcpy(next.text, "tw");
  EXPECT_TRUE(arena->texts_are_whole());
  arena->take_up();
  EXPECT_EQ(arena->remarks.size(), 1U);
  explore::add_text(arena->remarks, "two");
  EXPECT_STREQ(arena->remarks[1].text, "two");
  arena->remarks.set_size(1);  // all but the last store
  EXPECT_TRUE(arena->texts_are_whole());
  arena->take_up();
  EXPECT_EQ(arena->remarks.size(), 2U);
  arena->remarks[0].text[0] = 'O';
  EXPECT_FALSE(arena->texts_are_whole());
}

TEST(Kills, AreTheExecutionsDoingOnlyAtTheSameStep) {
  Kills own;
  uint32_t times = 1;
  while (!own.is_own_doing(7)) {
    ++times;
  }
  EXPECT_LT(times, 10U);
  Kills others;
  for (size_t i = 0; i < 60; ++i) {
    EXPECT_FALSE(others.is_own_doing(i % 3));
  }
  Kills early;
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_FALSE(early.is_own_doing(0));
  }
}

}  // namespace
}  // namespace heddle::search

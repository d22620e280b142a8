// SPDX-License-Identifier: Apache-2.0
#include "process/deaths.h"

#include "explore/own_arena.h"
#include "explore/testing.h"
#include "search/strategies.h"

#include <gtest/gtest.h>

namespace heddle::process {
namespace {

explore::Settings some_settings() {
  explore::Settings settings;
  settings.step_limit = 100;
  return settings;
}

class DeathsTest : public testing::Test {
 protected:
  // One execution that is learned from, and not committed.
  void run_one() {
    ASSERT_TRUE(explorer_.begin());
    base::Region region = scratch_.region();
    explore::Execution execution(region, region, 8, strategy_, arena_->plan, arena_->log, {});
    explorer_.end(subject_.run(execution));
  }

  explore::OwnArenaOf<Arena> arena_{some_settings(), size_t{1} << 26};
  search::StrategySlot slot_;
  explore::Strategy& strategy_ = search::attach_strategy(*arena_, slot_);
  explore::Explorer explorer_{*arena_, strategy_};
  explore::testing::Counting subject_{{3, 3}};
  explore::testing::Scratch scratch_;
  Deaths deaths_{*arena_};
};

TEST_F(DeathsTest, BetweenExecutionsIsNobodysOutcome) {
  run_one();
  explorer_.commit();
  for (int i = 0; i < 5; ++i) {
    deaths_.add(false);
    EXPECT_FALSE(deaths_.is_its_doing());
  }
  EXPECT_TRUE(deaths_.are_more_than(3));
  EXPECT_FALSE(deaths_.are_more_than(4));
}

TEST_F(DeathsTest, WhatOthersOfTheBatchHaveLeftMayBeWhatItDiedOf) {
  run_one();
  ASSERT_TRUE(explorer_.begin());
  for (int i = 0; i < 5; ++i) {
    deaths_.add(false);
    EXPECT_FALSE(deaths_.may_be_its_doing());
  }
  deaths_.go_back(explorer_);
  EXPECT_EQ(arena_->counters().executions, 0U);
  EXPECT_EQ(arena_->control().careful.load(), 2U);
}

TEST_F(DeathsTest, WhoDiesThereAgainDiesOfTheExecution) {
  ASSERT_TRUE(explorer_.begin());
  deaths_.add(false);
  EXPECT_TRUE(deaths_.may_be_its_doing());
  EXPECT_FALSE(deaths_.is_its_doing());
  deaths_.add(false);
  EXPECT_FALSE(deaths_.is_its_doing());
  deaths_.add(false);
  EXPECT_TRUE(deaths_.is_its_doing());
}

TEST_F(DeathsTest, ANewExecutionBetweenThemBeginsARow) {
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(explorer_.begin());
    deaths_.add(false);
    EXPECT_FALSE(deaths_.is_its_doing());
    deaths_.go_back(explorer_);
    run_one();
    explorer_.commit();
  }
  EXPECT_FALSE(deaths_.are_more_than(0));
}

TEST_F(DeathsTest, AKillTellsLessThanASignalOfItsOwn) {
  ASSERT_TRUE(explorer_.begin());
  for (int i = 0; i < 3; ++i) {
    deaths_.add(true);
    EXPECT_FALSE(deaths_.is_its_doing());
  }
  EXPECT_FALSE(deaths_.are_more_than(1));
}

TEST_F(DeathsTest, WhoIsKilledAtTheSameStepAgainAndAgainKillsItself) {
  ASSERT_TRUE(explorer_.begin());
  arena_->log.push_back({});
  int kills = 0;
  do {
    deaths_.add(true);
    ++kills;
  } while (!deaths_.is_its_doing() && kills < 100);
  EXPECT_EQ(kills, 5);
}

TEST_F(DeathsTest, AnExecutionIsRunAgainUntilNobodyKillsIt) {
  ASSERT_TRUE(explorer_.begin());
  int runs = 0;
  run_unless_killed(*arena_, explorer_, [&] { return ++runs < 3; });
  EXPECT_EQ(runs, 3);
}

}  // namespace
}  // namespace heddle::process

// SPDX-License-Identifier: Apache-2.0
// The loop, whatever the executions run in come to.
#include "explore/in_process.h"
#include "explore/testing.h"
#include "search/strategies.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Ran;

explore::Settings all_schedules() {
  explore::Settings settings;
  settings.step_limit = 100;
  settings.max_preemptions = UINT32_MAX;
  return settings;
}

// Two threads of three steps; with mishaps.
class Clumsy final : public explore::Runner {
 public:
  Ran run(event::Outcome& outcome) override {
    ++runs;
    const Ran ran = here_.run(outcome);
    if (runs == over_at) {
      return Ran::over;
    }
    if (taken_back_every != 0 && runs % taken_back_every == 0) {
      explorer.rollback();
      return Ran::taken_back;
    }
    if (astray_every != 0 && runs % astray_every == 0) {
      outcome.ending = event::Ending::diverged;
    }
    return ran;
  }

  [[nodiscard]] bool tries_again() const override { return tries; }

  bool can_run_it_at_once() override {
    if (!at_once) {
      explorer.rollback();
    }
    return at_once;
  }

  void learned(const event::Outcome& outcome) override { here_.learned(outcome); }

  explore::testing::TestArena arena{all_schedules(), size_t{1} << 26};

 private:
  StrategySlot slot_;
  explore::Strategy& strategy_ = attach_strategy(*arena, slot_);
  explore::testing::Counting subject_{{3, 3}};
  explore::testing::Scratch scratch_;

 public:
  explore::Explorer explorer{*arena, strategy_};
  uint32_t runs = 0;
  uint32_t over_at = 0;
  uint32_t taken_back_every = 0;
  uint32_t astray_every = 0;
  bool tries = true;
  bool at_once = true;

 private:
  explore::InProcess here_{*arena, strategy_, explorer, subject_, scratch_.region(), {}};
};

TEST(Loop, RunsEachScheduleOnce) {
  Clumsy runner;
  runner.explorer.explore(runner);
  EXPECT_EQ(runner.runs, 20U);  // 6 over 3
  EXPECT_EQ(runner.arena->counters().executions, 20U);
  EXPECT_TRUE(runner.arena->counters().coverage.exhausted);
}

TEST(Loop, WhatIsTakenBackIsRunAgainAndCountsOnce) {
  Clumsy runner;
  runner.taken_back_every = 3;
  runner.explorer.explore(runner);
  EXPECT_EQ(runner.runs, 29U);
  EXPECT_EQ(runner.arena->counters().executions, 20U);
  EXPECT_TRUE(runner.arena->counters().coverage.exhausted);
}

TEST(Loop, WhatGoesAstrayIsTriedAgainAtOnceOrLater) {
  for (const bool at_once : {true, false}) {
    Clumsy runner;
    runner.astray_every = 4;
    runner.at_once = at_once;
    runner.explorer.explore(runner);
    EXPECT_EQ(runner.runs, 26U);
    EXPECT_EQ(runner.arena->counters().executions, 20U);
    EXPECT_EQ(runner.arena->counters().retried, 6U);
    EXPECT_EQ(runner.arena->counters().diverged, 0U);
  }
}

TEST(Loop, EndsWhenTheRunnerSaysSo) {
  Clumsy runner;
  runner.over_at = 5;
  runner.explorer.explore(runner);
  EXPECT_EQ(runner.runs, 5U);
  EXPECT_EQ(runner.arena->counters().executions, 4U);
  EXPECT_FALSE(runner.arena->counters().coverage.exhausted);
}

}  // namespace
}  // namespace heddle::search

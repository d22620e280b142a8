// SPDX-License-Identifier: Apache-2.0
#include "explore/execution.h"

#include "explore/testing.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::Ending;
using event::ThreadId;

// Always the option with that number, or the last one.
class Stubborn final : public Strategy {
 public:
  explicit Stubborn(uint32_t option) : option_(option) {}
  bool begin_execution(Plan& /*plan*/) override { return true; }
  uint32_t choose(const event::SchedulePoint& point) override {
    points.push_back({point.own, point.options.size()});
    return std::min<uint32_t>(option_, static_cast<uint32_t>(point.options.size()) - 1);
  }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  Coverage coverage() const override { return {}; }
  void start_over() override {}

  std::vector<std::pair<uint16_t, size_t>> points;

 private:
  const uint32_t option_;
};

class ExecutionTest : public ::testing::Test {
 protected:
  static Settings settings() {
    Settings result;
    result.step_limit = 100;
    return result;
  }

  Execution start(Strategy& strategy) {
    base::Region region = scratch_.region();
    return {region, region, 8, strategy, arena_->plan, arena_->log, {}};
  }

  static Candidate ready(size_t thread, uint16_t alternatives = 1) {
    return {static_cast<ThreadId>(thread), alternatives, false, false, &testing::kStep};
  }
  static Candidate waiting(size_t thread) {
    return {static_cast<ThreadId>(thread), 1, true, false, &testing::kStep};
  }

  event::Choice choose(Execution& execution, std::vector<Candidate> candidates,
                       bool yields = false) {
    event::Choice choice;
    EXPECT_TRUE(execution.next(candidates, choice));
    StepResult result;
    result.yielded = yields;
    EXPECT_TRUE(execution.done(result));
    return choice;
  }

  testing::TestArena arena_{settings()};
  testing::Scratch scratch_;
};

TEST_F(ExecutionTest, LeavingAThreadThatCanGoOnIsAPreemption) {
  Stubborn other(1);
  Execution execution = start(other);
  choose(execution, {ready(0), ready(1)});  // the first step preempts nobody
  choose(execution, {ready(0), ready(1)});
  EXPECT_FALSE(arena_->log[0].preemption);
  EXPECT_TRUE(arena_->log[1].preemption);
  EXPECT_NE(arena_->log[0].thread, arena_->log[1].thread);
}

TEST_F(ExecutionTest, LeavingAThreadThatIsBlockedIsFree) {
  Stubborn other(1);
  Execution execution = start(other);
  choose(execution, {ready(0)});
  choose(execution, {ready(1), ready(2)});
  EXPECT_FALSE(arena_->log[1].preemption);
  EXPECT_EQ(arena_->log[1].own, 0);
}

TEST_F(ExecutionTest, LeavingAThreadThatHasYieldedIsFreeAndTheDefault) {
  Stubborn first(0);
  Execution execution = start(first);
  choose(execution, {ready(0)}, true);
  EXPECT_EQ(choose(execution, {ready(0), ready(1)}).thread, ThreadId{1});
  EXPECT_FALSE(arena_->log[1].preemption);
}

TEST_F(ExecutionTest, LeavingAThreadThatOnlyLetsTimePassIsFree) {
  Stubborn first(0);
  Execution execution = start(first);
  choose(execution, {ready(0)});
  EXPECT_EQ(choose(execution, {waiting(0), ready(1)}).thread, ThreadId{1});
  EXPECT_FALSE(arena_->log[1].preemption);
}

// Which waiter is woken, or whether a wait times out, is the running thread's own
// affair: no preemption.
TEST_F(ExecutionTest, AlternativesOfTheRunningThreadAreFree) {
  Stubborn second(1);
  Execution execution = start(second);
  choose(execution, {ready(0)});
  EXPECT_EQ(choose(execution, {ready(0, 2), ready(1)}).alternative, 1U);
  EXPECT_FALSE(arena_->log[1].preemption);
  EXPECT_EQ(arena_->log[1].own, 2);
  EXPECT_EQ(arena_->log[1].options, 3);
  EXPECT_EQ(arena_->log[0].alternatives, 1);
  EXPECT_EQ(arena_->log[1].alternatives, 2);
}

TEST_F(ExecutionTest, ADroppedExecutionIsPrunedWithoutAFinding) {
  Stubborn first(0);
  Execution execution = start(first);
  choose(execution, {ready(0), ready(1)});
  execution.drop();
  EXPECT_EQ(execution.outcome().ending, Ending::pruned);
  EXPECT_EQ(execution.outcome().code, event::kAssumptionFailed);
  EXPECT_FALSE(execution.outcome().has_finding);
}

TEST_F(ExecutionTest, OneThatIsDroppedBeforeItsPlanIsDoneHasDiverged) {
  Stubborn first(0);
  arena_->plan.push_back({.position = 3, .option = 1, .options = 2, .fingerprint = 12345});
  Execution execution = start(first);
  choose(execution, {ready(0), ready(1)});
  execution.drop();
  EXPECT_EQ(execution.outcome().ending, Ending::diverged);
}

TEST_F(ExecutionTest, IsNotAskedWhereThereIsNoChoice) {
  Stubborn first(0);
  Execution execution = start(first);
  choose(execution, {ready(0)});
  EXPECT_TRUE(first.points.empty());
}

TEST_F(ExecutionTest, APlanThatMeetsOtherOperationsHasDiverged) {
  Stubborn first(0);
  arena_->plan.push_back({.position = 0, .option = 1, .options = 2, .fingerprint = 12345});
  Execution execution = start(first);
  event::Choice choice;
  const std::vector<Candidate> candidates = {ready(0), ready(1)};
  EXPECT_FALSE(execution.next(candidates, choice));
  EXPECT_EQ(execution.outcome().ending, Ending::diverged);
}

TEST_F(ExecutionTest, APlanIsFollowedToTheLetter) {
  Stubborn other(1);
  {
    Execution recorded = start(other);
    choose(recorded, {ready(0), ready(1)});
  }
  const event::Event seen = arena_->log[0];
  arena_->plan.push_back({.position = 0,
                          .option = seen.chosen,
                          .options = seen.options,
                          .fingerprint = seen.fingerprint});
  Stubborn first(0);
  Execution execution = start(first);
  EXPECT_EQ(choose(execution, {ready(0), ready(1)}).thread, ThreadId{1});
}

TEST_F(ExecutionTest, AnExecutionThatEndsBeforeItsPlanHasDiverged) {
  Stubborn first(0);
  arena_->plan.push_back({.position = 7, .option = 1, .options = 2, .fingerprint = 0});
  Execution execution = start(first);
  choose(execution, {ready(0)});
  execution.exit(3);
  EXPECT_EQ(execution.outcome().ending, Ending::diverged);
  EXPECT_FALSE(execution.outcome().has_finding);
}

}  // namespace
}  // namespace heddle::explore

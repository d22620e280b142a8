// SPDX-License-Identifier: Apache-2.0
#include "explore/execution.h"

#include "explore/testing.h"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::Ending;
using event::ThreadId;
using testing::Stubborn;

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
    return {.thread = static_cast<ThreadId>(thread),
            .alternatives = alternatives,
            .operation = &testing::kStep};
  }
  static Candidate waiting(size_t thread) {
    return {.thread = static_cast<ThreadId>(thread), .by_time = true, .operation = &testing::kStep};
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

// It runs on by default, not by the rest of the plan nor by the strategy, and may fail.
TEST_F(ExecutionTest, APlanThatMeetsOtherOperationsHasDivergedAndTheExecutionRunsToItsEnd) {
  Stubborn second(1);
  arena_->plan.push_back({.position = 0, .option = 1, .options = 2, .fingerprint = 12345});
  arena_->plan.push_back({.position = 1, .option = 1, .options = 2, .fingerprint = 12345});
  Execution execution = start(second);
  event::Choice choice;
  const std::vector<Candidate> candidates = {ready(0), ready(1)};
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(execution.next(candidates, choice));
    EXPECT_EQ(choice.thread, ThreadId{0});
    ASSERT_TRUE(execution.done({}));
  }
  EXPECT_TRUE(execution.has_diverged());
  execution.fail({.kind = event::FindingKind::assertion});
  EXPECT_EQ(execution.outcome().ending, Ending::diverged);
  EXPECT_TRUE(execution.outcome().has_finding);
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

// Where the plan says nothing, one that does not always take the default is asked.
TEST_F(ExecutionTest, AStrategyIsAskedBeforeADeviationToo) {
  Stubborn second(1);
  const auto run = [&] {
    Execution execution = start(second);
    choose(execution, {ready(0), ready(1)});
    choose(execution, {ready(0), ready(1)});
    return std::pair(arena_->log[0].chosen, arena_->log[1].chosen);
  };
  EXPECT_EQ(run(), (std::pair<uint16_t, uint16_t>{1, 1}));
  const uint32_t fingerprint = arena_->log[1].fingerprint;
  arena_->plan.push_back({.position = 1, .option = 0, .options = 2, .fingerprint = fingerprint});
  EXPECT_EQ(run(), (std::pair<uint16_t, uint16_t>{1, 0}));
}

TEST_F(ExecutionTest, APlanCanLeaveAChoiceToTheStrategyAndStillKnowThePoint) {
  Stubborn second(1);
  arena_->plan.push_back(
      {.position = 0, .option = event::kAskStrategy, .options = 2, .fingerprint = 0});
  const std::vector<Candidate> both = {ready(0), ready(1)};
  event::Choice choice;
  {
    Execution execution = start(second);
    EXPECT_TRUE(execution.next(both, choice));
    EXPECT_TRUE(execution.has_diverged());
    EXPECT_EQ(choice.thread, ThreadId{0});
  }
  arena_->plan.clear();
  {
    Execution execution = start(second);
    choose(execution, both);
  }
  arena_->plan.push_back({.position = 0,
                          .option = event::kAskStrategy,
                          .options = 2,
                          .fingerprint = arena_->log[0].fingerprint});
  Execution execution = start(second);
  EXPECT_TRUE(execution.next(both, choice));
  EXPECT_EQ(choice.thread, ThreadId{1});
}

TEST_F(ExecutionTest, AStrategyIsShownTheStepsBeforeAndToldOfTheStart) {
  class Looking final : public PlainStrategy {
   public:
    bool begin_execution(Plan& /*plan*/) override { return true; }
    Asks start_execution() override {
      seen.clear();
      return Asks::everywhere;
    }
    uint32_t choose(const event::SchedulePoint& point) override {
      EXPECT_EQ(point.log.size(), point.position);
      seen.push_back(point.log.empty() ? event::kNoThread : point.log.back().thread);
      EXPECT_FALSE(point.options[0].by_time);
      EXPECT_EQ(point.options[1].by_time, point.position == 2);
      return 0;
    }
    void end_execution(std::span<const event::Event> /*log*/,
                       const event::Outcome& /*outcome*/) override {}
    Coverage coverage() const override { return {}; }
    void start_over() override {}
    std::vector<ThreadId> seen = {ThreadId{7}};
  };
  Looking strategy;
  for (int i = 0; i < 2; ++i) {
    Execution execution = start(strategy);
    choose(execution, {ready(1), ready(3)});
    choose(execution, {ready(3)});
    choose(execution, {ready(3), waiting(4)});
    EXPECT_EQ(strategy.seen, (std::vector<ThreadId>{event::kNoThread, ThreadId{3}}));
  }
}

// Option 0 everywhere, and complains if it is asked.
class Silent final : public PlainStrategy {
 public:
  bool begin_execution(Plan& /*plan*/) override { return true; }
  uint32_t choose(const event::SchedulePoint& /*point*/) override {
    ADD_FAILURE() << "asked";
    return 0;
  }
  Asks start_execution() override { return Asks::where_planned; }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  [[nodiscard]] Coverage coverage() const override { return {}; }
  void start_over() override {}
};

// At every point, the options as a strategy is shown them are those that a plan
// names by number: those of the running thread, then the others, then those that
// let time pass.
TEST_F(ExecutionTest, AnOptionIsTheSameByNumberAndInTheList) {
  const std::vector<Candidate> candidates = {waiting(0), ready(1), ready(2, 3), ready(4)};
  const std::vector<std::pair<size_t, uint32_t>> order = {{2, 0}, {2, 1}, {2, 2},
                                                          {1, 0}, {4, 0}, {0, 0}};
  for (uint32_t option = 0; option < order.size(); ++option) {
    Stubborn strategy(option);
    Execution execution = start(strategy);
    choose(execution, {ready(2)});
    const event::Choice choice = choose(execution, candidates);
    EXPECT_EQ(event::index(choice.thread), order[option].first);
    EXPECT_EQ(choice.alternative, order[option].second);
    EXPECT_EQ(arena_->log[1].options, order.size());
    EXPECT_EQ(arena_->log[1].own, 3);
    EXPECT_EQ(arena_->log[1].chosen, option);
    EXPECT_EQ(arena_->log[1].preemption, option >= 3);
  }
}

TEST_F(ExecutionTest, AStrategyThatTakesTheDefaultGetsOptionZero) {
  const std::vector<std::vector<Candidate>> points = {{ready(0), ready(1)},
                                                      {waiting(0), ready(1)},
                                                      {ready(0), waiting(1)},
                                                      {ready(0, 2), ready(1)}};
  const auto run = [&](Strategy& strategy) {
    std::vector<event::Choice> choices;
    Execution execution = start(strategy);
    for (const bool yields : {false, true}) {
      for (const std::vector<Candidate>& candidates : points) {
        choices.push_back(choose(execution, candidates, yields));
      }
    }
    return choices;
  };
  Stubborn first(0);
  Silent silent;
  EXPECT_EQ(run(silent), run(first));
}

TEST_F(ExecutionTest, AFingerprintTellsWhoCanDoWhatToWhichObject) {
  const event::Operation lock{.kind = event::OpKind::mutex_lock, .object = event::ObjectId{0}};
  const event::Operation unlock{.kind = event::OpKind::mutex_unlock, .object = event::ObjectId{0}};
  const event::Operation other{.kind = event::OpKind::mutex_lock, .object = event::ObjectId{1}};
  const auto one = [](size_t thread, const event::Operation& operation, uint16_t ways = 1) {
    return Candidate{
        .thread = static_cast<ThreadId>(thread), .alternatives = ways, .operation = &operation};
  };
  const std::vector<std::vector<Candidate>> points = {
      {one(0, lock)},
      {one(1, lock)},
      {one(0, unlock)},
      {one(0, other)},
      {one(0, lock, 2)},
      {one(0, lock), one(1, lock)},
      {one(0, lock), one(1, other)},
      {one(0, other), one(1, lock)},
  };
  Silent silent;
  std::set<uint32_t> seen;
  for (const std::vector<Candidate>& first : points) {
    for (const std::vector<Candidate>& second : points) {
      Execution execution = start(silent);
      choose(execution, first);
      choose(execution, second);
      seen.insert(arena_->log[1].fingerprint);
      const uint32_t fingerprint = arena_->log[1].fingerprint;
      Execution again = start(silent);
      choose(again, first);
      choose(again, second);
      EXPECT_EQ(arena_->log[1].fingerprint, fingerprint);
    }
  }
  EXPECT_EQ(seen.size(), points.size() * points.size());
}

// Remembers what it heard of.
class Listening final : public Monitor {
 public:
  explicit Listening(uint32_t from) : from_(from) {}
  [[nodiscard]] Interest interest() const override { return {.steps_from = from_}; }
  bool after_step(const event::Event& /*event*/, uint32_t position,
                  event::Finding& /*finding*/) override {
    heard.push_back(position);
    return false;
  }

  std::vector<uint32_t> heard;

 private:
  const uint32_t from_;
};

TEST_F(ExecutionTest, AMonitorHearsFromWhereItListensAndOfMisuse) {
  Listening never(Monitor::kNever);
  Listening later(3);
  Silent silent;
  for (const bool with_later : {false, true}) {
    never.heard.clear();
    std::vector<Monitor*> monitors = {&never};
    if (with_later) {
      monitors.push_back(&later);
    }
    base::Region region = scratch_.region();
    Execution execution(region, region, 8, silent, arena_->plan, arena_->log, monitors);
    for (uint32_t i = 0; i < 5; ++i) {
      event::Choice choice;
      const std::vector<Candidate> candidates = {ready(0)};
      ASSERT_TRUE(execution.next(candidates, choice));
      StepResult result;
      result.misuse = i == 1 ? event::Misuse::unlock_not_locked : event::Misuse::none;
      ASSERT_TRUE(execution.done(result));
    }
    EXPECT_EQ(never.heard.front(), 1U);
    EXPECT_EQ(never.heard.size(), with_later ? 3U : 1U);
  }
  EXPECT_EQ(later.heard, (std::vector<uint32_t>{1, 3, 4}));
}

}  // namespace
}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
// Executions that come to where all that can follow is known.
#include "explore/execution.h"
#include "explore/testing.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::Ending;
using event::ThreadId;

// Knows all that follows where nobody but thread 1 can go on.
class Sleepy final : public PlainStrategy, public Prunes {
 public:
  bool begin_execution(Plan& /*plan*/) override { return true; }
  Asks start_execution() override { return Asks::everywhere; }
  uint32_t choose(const event::SchedulePoint& /*point*/) override { return 0; }
  Prunes* prunes() override { return this; }
  void follow() override {}
  bool is_covered(std::span<const event::Event> /*log*/, uint64_t /*fairness*/) override {
    return false;
  }
  bool all_sleep(std::span<const event::Event> /*log*/,
                 std::span<const Candidate> candidates) override {
    return candidates.size() == 1 && candidates[0].thread == ThreadId{1};
  }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  Coverage coverage() const override { return {}; }
  void start_over() override {}
};

// Threads 0 and 1 can go on, then only thread 1; each does one step.
class CoveredTest : public ::testing::TestWithParam<bool> {
 protected:
  static Settings settings() {
    Settings result;
    result.step_limit = 100;
    return result;
  }

  bool next(Execution& execution, const std::vector<size_t>& threads) {
    std::vector<Candidate> candidates;
    for (const size_t thread : threads) {
      candidates.push_back({.thread = static_cast<ThreadId>(thread), .operation = &testing::kStep});
    }
    event::Choice choice;
    return execution.next(candidates, choice) && execution.done({});
  }

  testing::TestArena arena_{settings()};
  testing::Scratch scratch_;
};

TEST_P(CoveredTest, ItIsPrunedAndItsLogEndsThere) {
  const bool runs_on = GetParam();
  Sleepy sleepy;
  base::Region region = scratch_.region();
  Execution execution(region, region, 8, sleepy, arena_->plan, arena_->log, {});
  if (runs_on) {
    execution.runs_on_when_covered();
  }
  EXPECT_TRUE(next(execution, {0, 1}));
  EXPECT_GT(execution.covered_from(), arena_->log.capacity());
  EXPECT_EQ(next(execution, {1}), runs_on);
  if (runs_on) {
    EXPECT_EQ(execution.covered_from(), 1U);
    EXPECT_EQ(arena_->log.size(), 2U);
    execution.exit(0);
  }
  EXPECT_EQ(execution.outcome().ending, Ending::pruned);
  EXPECT_NE(execution.outcome().code, event::kAssumptionFailed);
  EXPECT_EQ(arena_->log.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(AtOnceOrAtItsEnd, CoveredTest, ::testing::Bool());

}  // namespace
}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
#include "search/testing.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::StrategyKind;
using testing::Explored;

Explored deepening(std::vector<uint32_t> steps, uint32_t step, uint64_t executions = 0) {
  explore::Settings settings = testing::settings_for(StrategyKind::iterative_deepening);
  settings.depth_step = step;
  settings.max_executions = executions;
  return testing::explore_all(settings, std::move(steps));
}

Explored within_depth(std::vector<uint32_t> steps, uint32_t depth) {
  explore::Settings settings = testing::settings_for(StrategyKind::depth_bound);
  settings.depth = depth;
  return testing::explore_all(settings, std::move(steps));
}

// A search to depth d is what comes first, whatever the step that leads to d.
TEST(IterativeDeepening, HasDoneEachDepthBeforeTheNext) {
  const std::vector<uint32_t> program = {4, 3, 2};
  for (const uint32_t step : {1U, 2U, 3U}) {
    for (uint32_t depth = step; depth <= 9; depth += step) {
      const Explored bounded = within_depth(program, depth);
      const Explored first = deepening(program, step, bounded.counters.executions);
      EXPECT_EQ(first.texts(), bounded.texts()) << "depth " << depth << " by " << step;
    }
  }
}

TEST(IterativeDeepening, RunsWhatDepthFirstSearchRunsAndNothingTwice) {
  const Explored all =
      testing::explore_all(testing::settings_for(StrategyKind::depth_first), {3, 2, 2});
  for (const uint32_t step : {1U, 2U, 5U, 100U}) {
    const Explored explored = deepening({3, 2, 2}, step);
    EXPECT_EQ(explored.texts(), all.texts());
    EXPECT_EQ(explored.counters.executions, 210U);  // 7! / (3! 2! 2!)
    EXPECT_TRUE(explored.counters.coverage.exhausted);
    EXPECT_FALSE(explored.counters.coverage.cut);
    EXPECT_EQ(explored.counters.coverage.waiting, 0U);
  }
}

TEST(IterativeDeepening, ClaimsNothingBeforeItsEnd) {
  const explore::Coverage coverage = deepening({3, 2, 2}, 1, 100).counters.coverage;
  EXPECT_FALSE(coverage.exhausted);
  EXPECT_EQ(coverage.completed_bound, -1);
  EXPECT_GT(coverage.waiting, 0U);
}

}  // namespace
}  // namespace heddle::search

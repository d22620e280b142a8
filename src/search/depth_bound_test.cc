// SPDX-License-Identifier: Apache-2.0
#include "search/testing.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::StrategyKind;
using testing::Explored;
using Texts = std::multiset<std::string>;

Explored within_depth(std::vector<uint32_t> steps, uint32_t depth,
                      uint32_t preemptions = UINT32_MAX) {
  explore::Settings settings = testing::settings_for(StrategyKind::depth_bound);
  settings.depth = depth;
  settings.max_preemptions = preemptions;
  return testing::explore_all(settings, std::move(steps));
}

Explored depth_first(std::vector<uint32_t> steps) {
  return testing::explore_all(testing::settings_for(StrategyKind::depth_first), std::move(steps));
}

// By default the running thread goes on.
TEST(DepthBound, TriesEveryChoiceOfTheFirstStepsAndGoesOnByTheDefault) {
  EXPECT_EQ(within_depth({2, 2}, 0).texts(), (Texts{"aabb"}));
  EXPECT_EQ(within_depth({2, 2}, 1).texts(), (Texts{"aabb", "bbaa"}));
  EXPECT_EQ(within_depth({2, 2}, 2).texts(), (Texts{"aabb", "abba", "bbaa", "baab"}));
  EXPECT_EQ(within_depth({2, 2}, 3).texts(),
            (Texts{"aabb", "abba", "abab", "bbaa", "baab", "baba"}));
}

// As long as no thread has ended, N steps of n threads are n^N words, each run once.
TEST(DepthBound, RunsEachBeginningOnce) {
  uint64_t expected = 1;
  for (uint32_t depth = 0; depth <= 5; ++depth, expected *= 3) {
    const Explored explored = within_depth({6, 6, 6}, depth);
    std::set<std::string> beginnings;
    for (const auto& word : explored.words) {
      beginnings.insert(word.text.substr(0, depth));
    }
    EXPECT_EQ(explored.counters.executions, expected);
    EXPECT_EQ(beginnings.size(), expected);
  }
}

// In {2, 2} the last choice is before the third step, at position 2.
TEST(DepthBound, ClaimsNothingUnlessItWasEverything) {
  for (uint32_t depth = 0; depth <= 2; ++depth) {
    const explore::Coverage coverage = within_depth({2, 2}, depth).counters.coverage;
    EXPECT_TRUE(coverage.cut);
    EXPECT_FALSE(coverage.exhausted);
    EXPECT_EQ(coverage.completed_bound, -1);
  }
  const explore::Coverage all = within_depth({2, 2}, 3).counters.coverage;
  EXPECT_FALSE(all.cut);
  EXPECT_TRUE(all.exhausted);
}

TEST(DepthBound, IsDepthFirstSearchIfNoExecutionIsLonger) {
  EXPECT_EQ(within_depth({3, 2, 2}, 7).texts(), depth_first({3, 2, 2}).texts());
}

// See PreemptionBound's own test.
TEST(DepthBound, KeepsToABoundOfPreemptions) {
  const Explored explored = within_depth({2, 2}, 4, 1);
  EXPECT_EQ(explored.texts(), (Texts{"aabb", "abba", "bbaa", "baab"}));
  EXPECT_EQ(explored.counters.coverage.completed_bound, 1);
  EXPECT_FALSE(explored.counters.coverage.exhausted);
}

}  // namespace
}  // namespace heddle::search

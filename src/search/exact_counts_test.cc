// SPDX-License-Identifier: Apache-2.0
// Exact numbers of executions, for threads that exist from the start and never
// block.  n threads of k steps have (nk)! / (k!)^n interleavings.
#include "explore/testing.h"
#include "search/depth_first.h"
#include "search/preemption_bound.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::StrategyKind;
using explore::testing::Counting;
using explore::testing::Scratch;
using explore::testing::TestArena;
using explore::testing::Words;

struct Explored {
  std::vector<Words::Word> words;
  explore::Counters counters;

  [[nodiscard]] uint64_t within(uint32_t bound) const {
    uint64_t sum = 0;
    for (uint32_t i = 0; i <= bound; ++i) {
      sum += counters.by_preemptions[i];
    }
    return sum;
  }
};

template <typename Strategy>
Explored explore_all(StrategyKind kind, std::vector<uint32_t> steps, uint32_t bound,
                     uint64_t max_executions = 0) {
  explore::Settings settings;
  settings.strategy = kind;
  settings.max_executions = max_executions;
  settings.step_limit = 100;
  TestArena arena(settings);
  Strategy strategy(arena->search, arena->journal, bound);
  Words words;
  explore::Explorer explorer(*arena, strategy, &words);
  Counting subject(std::move(steps));
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  return {words.words, arena->counters()};
}

Explored icb(std::vector<uint32_t> steps, uint32_t bound) {
  return explore_all<PreemptionBound>(StrategyKind::preemption_bound, std::move(steps), bound);
}

Explored dfs(std::vector<uint32_t> steps, uint32_t bound) {
  return explore_all<DepthFirst>(StrategyKind::depth_first, std::move(steps), bound);
}

std::multiset<std::string> texts(const Explored& explored) {
  std::multiset<std::string> all;
  for (const Words::Word& word : explored.words) {
    all.insert(word.text);
  }
  return all;
}

// Two threads of two steps have C(4,2) = 6 interleavings:
//   no preemption    aabb bbaa
//   one              abba baab
//   two              abab baba
TEST(PreemptionBound, BoundOneAddsTheSchedulesWithOnePreemption) {
  EXPECT_EQ(texts(icb({2, 2}, 0)), (std::multiset<std::string>{"aabb", "bbaa"}));
  EXPECT_EQ(texts(icb({2, 2}, 1)), (std::multiset<std::string>{"aabb", "abba", "bbaa", "baab"}));
  EXPECT_EQ(texts(icb({2, 2}, 2)),
            (std::multiset<std::string>{"aabb", "abba", "abab", "bbaa", "baab", "baba"}));
}

// C(2k,k): 2, 6, 20, 70, 252, 924, 3432, 12870, 48620, 184756.
TEST(ExactCounts, TwoThreadsHaveTheCentralBinomials) {
  uint64_t expected = 1;
  for (uint32_t k = 1; k <= 10; ++k) {
    expected = expected * 2 * (2 * k - 1) / k;
    EXPECT_EQ(icb({k, k}, kAllPreemptions).counters.executions, expected) << "k = " << k;
    EXPECT_EQ(dfs({k, k}, kAllPreemptions).counters.executions, expected) << "k = " << k;
  }
}

// (3k)! / (k!)^3.
TEST(ExactCounts, ThreeThreadsHaveTheMultinomials) {
  for (const auto& [k, expected] :
       std::vector<std::pair<uint32_t, uint64_t>>{{2, 90}, {3, 1680}, {4, 34650}}) {
    EXPECT_EQ(icb({k, k, k}, kAllPreemptions).counters.executions, expected);
    EXPECT_EQ(dfs({k, k, k}, kAllPreemptions).counters.executions, expected);
  }
}

// Two threads of five: with p preemptions and one free switch there are p + 2
// blocks, alternately of one thread and the other; a thread's five steps fall into
// b blocks in C(4, b-1) ways.  p = 0: blocks 1+1, 2; p = 1: 2+1, 8; p = 2: 2+2,
// 32; p = 3: 3+2, 48; p = 4: 3+3, 72.
TEST(ExactCounts, TwoByFiveByBound) {
  const Explored all = icb({5, 5}, 4);
  const std::vector<uint64_t> expected = {2, 10, 42, 90, 162};
  for (uint32_t bound = 0; bound < expected.size(); ++bound) {
    EXPECT_EQ(all.within(bound), expected[bound]) << "bound " << bound;
    EXPECT_EQ(dfs({5, 5}, bound).counters.executions, expected[bound]) << "bound " << bound;
  }
}

TEST(ExactCounts, ThreeByFourByBound) {
  const Explored all = icb({4, 4, 4}, 4);
  const std::vector<uint64_t> expected = {6, 60, 402, 1752, 5370};
  for (uint32_t bound = 0; bound < expected.size(); ++bound) {
    EXPECT_EQ(all.within(bound), expected[bound]) << "bound " << bound;
    EXPECT_EQ(dfs({4, 4, 4}, bound).counters.executions, expected[bound]) << "bound " << bound;
  }
}

TEST(PreemptionBound, DoesEachBoundBeforeTheNext) {
  uint32_t last = 0;
  for (const Words::Word& word : icb({3, 3, 2}, kAllPreemptions).words) {
    EXPECT_GE(word.preemptions, last);
    last = word.preemptions;
  }
}

TEST(PreemptionBound, RunsNoScheduleTwiceAndNoneLessThanDepthFirst) {
  const std::multiset<std::string> words = texts(icb({3, 2, 2}, kAllPreemptions));
  EXPECT_EQ(words.size(), std::set<std::string>(words.begin(), words.end()).size());
  EXPECT_EQ(words, texts(dfs({3, 2, 2}, kAllPreemptions)));
}

TEST(PreemptionBound, SaysWhatItHasCompleted) {
  const explore::Coverage bounded = icb({3, 3}, 2).counters.coverage;
  EXPECT_EQ(bounded.completed_bound, 2);
  EXPECT_FALSE(bounded.exhausted);
  const explore::Coverage all = icb({3, 3}, kAllPreemptions).counters.coverage;
  EXPECT_TRUE(all.exhausted);
  // Two threads of one step cannot be preempted: bound 5 is everything.
  const explore::Coverage small = icb({1, 1}, 5).counters.coverage;
  EXPECT_TRUE(small.exhausted);
}

TEST(PreemptionBound, StopsAtTheLimitOfExecutionsWithoutClaimingTheBound) {
  explore::Settings settings;
  settings.step_limit = 100;
  settings.max_executions = 5;
  TestArena arena(settings);
  PreemptionBound strategy(arena->search, arena->journal, 2);
  explore::Explorer explorer(*arena, strategy);
  Counting subject({5, 5});
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  EXPECT_EQ(arena->counters().executions, 5U);
  EXPECT_EQ(arena->counters().coverage.completed_bound, 0);
}

// With room for a handful of items the search must not claim anything.
TEST(PreemptionBound, ClaimsNothingWhenItRunsOutOfMemory) {
  explore::Settings settings;
  settings.step_limit = 100;
  TestArena arena(settings, 1024);
  base::Region small(arena->search.take<std::byte>(1024).data(), 1024);
  PreemptionBound strategy(small, arena->journal, kAllPreemptions);
  explore::Explorer explorer(*arena, strategy);
  Counting subject({6, 6});
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  EXPECT_TRUE(arena->counters().coverage.overflowed);
  EXPECT_FALSE(arena->counters().coverage.exhausted);
  EXPECT_LT(arena->counters().executions, 924U);
}

TEST(WorkItems, AreUsedAgain) {
  explore::Settings settings;
  settings.step_limit = 100;
  TestArena arena(settings);
  base::Region region = arena->search;
  WorkItems items(region, arena->journal);
  WorkItems::Stack stack;
  const WorkItems::ItemId root = items.make_root();
  event::Event event;
  event.options = 3;
  for (int round = 0; round < 1000; ++round) {
    ASSERT_TRUE(items.push(stack, root, {1, 1, 0, event}));
    const WorkItems::ItemId child = items.pop(stack);
    ASSERT_TRUE(items.push(stack, child, {2, 2, 0, event}));
    items.release(child);
    EXPECT_EQ(items.live(), 3U);  // the grandchild needs its parents
    items.release(items.pop(stack));
    EXPECT_EQ(items.live(), 1U);
  }
}

// The first execution is aabb.  It could have begun with b, which is free, or have gone
// on with b after the first a, which is a preemption.
TEST(Waiting, IsWhatIsKnownOfAndNotDone) {
  for (const uint32_t bound : {0U, 1U}) {
    const auto waiting = [&](auto explored) { return explored.counters.coverage.waiting; };
    EXPECT_EQ(
        waiting(explore_all<PreemptionBound>(StrategyKind::preemption_bound, {2, 2}, bound, 1)),
        bound + 1);
    EXPECT_EQ(waiting(explore_all<DepthFirst>(StrategyKind::depth_first, {2, 2}, bound, 1)),
              bound + 1);
  }
  EXPECT_EQ(icb({2, 2}, 1).counters.coverage.waiting, 0U);
  EXPECT_EQ(dfs({2, 2}, 1).counters.coverage.waiting, 0U);
}

}  // namespace
}  // namespace heddle::search

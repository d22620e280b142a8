// SPDX-License-Identifier: Apache-2.0
#include "search/testing.h"

#include <cmath>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Candidate;
using explore::StrategyKind;
using testing::Explored;

constexpr uint64_t kSamples = 20'000;

explore::Settings samples(StrategyKind strategy, uint64_t count = kSamples) {
  explore::Settings settings = testing::settings_for(strategy);
  settings.max_executions = count;
  settings.seed = 7;
  return settings;
}

// The count of something that happens with probability p in each of the samples has a
// standard deviation of sqrt(samples p (1 - p)); five of them are exceeded by chance once
// in 1.7 million times, and the seed is fixed.
void expect_share(uint64_t count, double p, const std::string& what) {
  const double samples = static_cast<double>(kSamples);
  EXPECT_NEAR(static_cast<double>(count), samples * p, 5 * std::sqrt(samples * p * (1 - p)))
      << what;
}

// A word's probability is the product of one half for each point at which both threads can
// go on: aab|b has two, ab|a|b and ab|b|a three.
TEST(RandomWalk, ChoosesEachThreadThatCanGoOnWithEqualProbability) {
  const std::map<std::string, double> expected = {{"aabb", 1. / 4}, {"abab", 1. / 8},
                                                  {"abba", 1. / 8}, {"bbaa", 1. / 4},
                                                  {"baba", 1. / 8}, {"baab", 1. / 8}};
  const Explored explored = testing::explore_all(samples(StrategyKind::random_walk), {2, 2});
  EXPECT_EQ(explored.counters.executions, kSamples);
  for (const auto& [word, count] : explored.counts()) {
    ASSERT_TRUE(expected.contains(word));
    expect_share(count, expected.at(word), word);
  }
  EXPECT_EQ(explored.counts().size(), expected.size());
}

// Two threads: one with a single outcome, one with nine.
class Lopsided final : public explore::Subject {
 public:
  event::Outcome run(explore::Execution& execution) override {
    const Candidate both[] = {
        {.thread = event::ThreadId{0}, .operation = &explore::testing::kStep},
        {.thread = event::ThreadId{1}, .alternatives = 9, .operation = &explore::testing::kStep}};
    event::Choice choice;
    if (execution.next(both, choice) && execution.done({})) {
      ++chosen[{event::index(choice.thread), choice.alternative}];
      execution.exit(0);
    }
    return execution.outcome();
  }

  std::map<std::pair<size_t, uint32_t>, uint64_t> chosen;
};

TEST(RandomWalk, ChoosesAmongThreadsAndThenAmongOutcomes) {
  Lopsided subject;
  testing::explore_all(samples(StrategyKind::random_walk), subject);
  expect_share(subject.chosen[{0, 0}], 1. / 2, "the thread with one outcome");
  for (uint32_t i = 0; i < 9; ++i) {
    expect_share(subject.chosen[{1, i}], 1. / 18, "outcome " + std::to_string(i));
  }
}

class Samples : public ::testing::TestWithParam<StrategyKind> {};

TEST_P(Samples, AreTheSameForTheSameSeedAndOthersForAnother) {
  explore::Settings settings = samples(GetParam(), 200);
  const auto words = [&] {
    std::vector<std::string> texts;
    for (const auto& word : testing::explore_all(settings, {4, 4, 4}).words) {
      texts.push_back(word.text);
    }
    return texts;
  };
  const std::vector<std::string> once = words();
  EXPECT_EQ(words(), once);
  settings.seed = 8;
  EXPECT_NE(words(), once);
}

TEST_P(Samples, ProveNothing) {
  const explore::Counters counters =
      testing::explore_all(samples(GetParam(), 500), {1, 1}).counters;
  EXPECT_EQ(counters.executions, 500U);
  EXPECT_FALSE(counters.coverage.exhausted);
  EXPECT_EQ(counters.coverage.completed_bound, -1);
  EXPECT_EQ(counters.coverage.completed_delays, -1);
}

TEST_P(Samples, KeepToABoundOfPreemptions) {
  for (const uint32_t bound : {0U, 1U, 2U}) {
    explore::Settings settings = samples(GetParam(), 1000);
    settings.max_preemptions = bound;
    const Explored explored = testing::explore_all(settings, {5, 5});
    EXPECT_LE(explored.counters.max_preemptions, bound);
    EXPECT_GT(explored.counts().size(), 1U);
  }
}

// An execution that is run again, and one that is run by a strategy in another process,
// goes the same way.
TEST_P(Samples, AreDrawnAgainFromWhatIsInTheArena) {
  explore::testing::TestArena arena(samples(GetParam(), 50));
  StrategySlot slot;
  explore::Strategy& strategy = attach_strategy(*arena, slot);
  explore::Explorer explorer(*arena, strategy);
  explore::testing::Counting subject({4, 4, 4});
  explore::testing::Scratch scratch;
  const auto run = [&](explore::Strategy& by) {
    base::Region region = scratch.region();
    explore::Execution execution(region, region, 8, by, arena->plan, arena->log, {});
    const event::Outcome outcome = subject.run(execution);
    std::string word;
    for (const event::Event& event : arena->log) {
      word += static_cast<char>('a' + event::index(event.thread));
    }
    return std::pair(word, outcome);
  };
  while (explorer.begin()) {
    StrategySlot other_slot;
    explore::Strategy& other = attach_strategy(*arena, other_slot);
    const std::string elsewhere = run(other).first;
    explorer.restart();
    const auto [word, outcome] = run(strategy);
    EXPECT_EQ(elsewhere, word);
    explorer.restart();
    EXPECT_EQ(run(strategy).first, word);
    explorer.end(outcome);
    explorer.commit();
  }
  EXPECT_EQ(arena->counters().executions, 50U);
}

// An assumption that never holds must not keep it busy for ever.
class Dropped final : public explore::Subject {
 public:
  event::Outcome run(explore::Execution& execution) override {
    execution.drop();
    return execution.outcome();
  }
};

TEST_P(Samples, ThatAreDroppedCountAmongThem) {
  Dropped subject;
  const explore::Counters counters =
      testing::explore_all(samples(GetParam(), 30), subject).counters;
  EXPECT_EQ(counters.executions, 0U);
  EXPECT_EQ(counters.pruned, 30U);
}

INSTANTIATE_TEST_SUITE_P(Strategies, Samples,
                         ::testing::Values(StrategyKind::random_walk, StrategyKind::pct,
                                           StrategyKind::partial_order_sampling));

}  // namespace
}  // namespace heddle::search

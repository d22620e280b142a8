// SPDX-License-Identifier: Apache-2.0
#include "search/delay_bound.h"

#include "search/testing.h"

#include <functional>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Candidate;
using explore::StrategyKind;
using explore::testing::kStep;
using testing::Explored;
using Texts = std::multiset<std::string>;

explore::Settings with_delays(uint32_t delays) {
  explore::Settings settings = testing::settings_for(StrategyKind::delay_bound);
  settings.max_delays = delays;
  return settings;
}

Explored within_delays(std::vector<uint32_t> steps, uint32_t delays) {
  return testing::explore_all(with_delays(delays), std::move(steps));
}

TEST(DelayBound, WithoutDelaysIsOneSchedule) {
  EXPECT_EQ(within_delays({1}, 0).texts(), (Texts{"a"}));
  EXPECT_EQ(within_delays({2, 2}, 0).texts(), (Texts{"aabb"}));
  EXPECT_EQ(within_delays({3, 1, 2, 2}, 0).texts(), (Texts{"aaabccdd"}));
}

// Threads of one step, each of which ends its thread.  To begin with b is one delay, with c
// two; then the next one in turn is free, and the other one is one delay:
//   0: abc   1: acb bca   2: bac cab   3: cba
TEST(DelayBound, PassesOverThreadsInTurn) {
  EXPECT_EQ(within_delays({1, 1, 1}, 0).texts(), (Texts{"abc"}));
  EXPECT_EQ(within_delays({1, 1, 1}, 1).texts(), (Texts{"abc", "acb", "bca"}));
  EXPECT_EQ(within_delays({1, 1, 1}, 2).texts(), (Texts{"abc", "acb", "bca", "bac", "cab"}));
  EXPECT_EQ(within_delays({1, 1, 1}, 3).texts(), (Texts{"abc", "acb", "bca", "bac", "cab", "cba"}));
}

// With two threads each switch away from one that could go on is a delay, and so is to
// begin with the second.  Half of the schedules with p preemptions begin with either, so by
// exact_counts_test.cc, with 2, 8, 32, 48, 72 schedules of 0, 1, 2, 3, 4 preemptions, there
// are 1, 4, 16, 24, 36 that begin with a; with d delays there are those with d preemptions
// that begin with a and those with d - 1 that begin with b: 1, 4 + 1, 16 + 4, 24 + 16, 36 + 24.
TEST(DelayBound, CountsTwoByFive) {
  const std::vector<uint64_t> expected = {1, 6, 26, 66, 126};
  for (uint32_t delays = 0; delays < expected.size(); ++delays) {
    EXPECT_EQ(within_delays({5, 5}, delays).counters.executions, expected[delays]);
  }
}

TEST(DelayBound, DoesEachBoundBeforeTheNext) {
  const std::vector<std::string> all = [] {
    std::vector<std::string> texts;
    for (const auto& word : within_delays({3, 2, 2}, 3).words) {
      texts.push_back(word.text);
    }
    return texts;
  }();
  for (uint32_t delays = 0; delays <= 3; ++delays) {
    const Texts some = within_delays({3, 2, 2}, delays).texts();
    ASSERT_LE(some.size(), all.size());
    EXPECT_EQ(Texts(all.begin(), all.begin() + static_cast<ptrdiff_t>(some.size())), some);
  }
}

TEST(DelayBound, OfAllDelaysIsEverythingOnce) {
  const Explored all =
      testing::explore_all(testing::settings_for(StrategyKind::depth_first), {3, 2, 2});
  const Explored explored = within_delays({3, 2, 2}, kAllDelays);
  EXPECT_EQ(explored.texts(), all.texts());
  EXPECT_TRUE(explored.counters.coverage.exhausted);
}

TEST(DelayBound, SaysWhatItHasCompleted) {
  const explore::Coverage coverage = within_delays({3, 3}, 2).counters.coverage;
  EXPECT_EQ(coverage.completed_delays, 2);
  EXPECT_EQ(coverage.completed_bound, -1);
  EXPECT_FALSE(coverage.exhausted);
  // Two threads of one step: with one delay the second begins, and that is all.
  EXPECT_TRUE(within_delays({1, 1}, 1).counters.coverage.exhausted);
  EXPECT_FALSE(within_delays({1, 1}, 0).counters.coverage.exhausted);

  explore::Settings stopped = with_delays(3);
  stopped.max_executions = 7;  // 1 + 5 within one delay, see CountsTwoByFive
  EXPECT_EQ(testing::explore_all(stopped, {5, 5}).counters.coverage.completed_delays, 1);
  stopped.max_executions = 5;
  EXPECT_EQ(testing::explore_all(stopped, {5, 5}).counters.coverage.completed_delays, 0);
}

// A program of one scheduling point: the last step was done by thread `last`, who can go on
// if it is among the candidates.
class OnePoint final : public explore::Subject {
 public:
  OnePoint(size_t last, bool yields, std::vector<Candidate> candidates)
      : last_{.thread = static_cast<event::ThreadId>(last), .operation = &kStep},
        yields_(yields),
        candidates_(std::move(candidates)) {}

  event::Outcome run(explore::Execution& execution) override {
    event::Choice choice;
    if (execution.next({&last_, 1}, choice) && execution.done({.yielded = yields_}) &&
        execution.next(candidates_, choice) && execution.done({})) {
      execution.exit(0);
    }
    return execution.outcome();
  }

 private:
  const Candidate last_;
  const bool yields_;
  const std::vector<Candidate> candidates_;
};

Candidate ready(size_t thread, uint16_t alternatives = 1, bool by_time = false) {
  return {.thread = static_cast<event::ThreadId>(thread),
          .alternatives = alternatives,
          .by_time = by_time,
          .operation = &kStep};
}

// The second letters of the words, in the order of the executions.
std::string order_of(size_t last, bool yields, std::vector<Candidate> candidates,
                     uint32_t delays = kAllDelays) {
  OnePoint subject(last, yields, std::move(candidates));
  std::string order;
  for (const auto& word : testing::explore_all(with_delays(delays), subject).words) {
    order += word.text[1];
  }
  return order;
}

TEST(DelayBound, GoesRoundFromTheThreadThatRanLast) {
  EXPECT_EQ(order_of(2, false, {ready(0), ready(1), ready(2), ready(3)}), "cdab");
  EXPECT_EQ(order_of(2, false, {ready(0), ready(1), ready(3)}), "dab");
  EXPECT_EQ(order_of(2, true, {ready(0), ready(1), ready(2), ready(3)}), "dabc");
}

TEST(DelayBound, ThreadsThatLetTimePassComeAfterTheOthers) {
  EXPECT_EQ(order_of(1, false, {ready(0), ready(2, 1, true), ready(3, 1, true)}), "acd");
  EXPECT_EQ(order_of(1, false, {ready(0), ready(1, 1, true), ready(2, 1, true)}), "acb");
}

TEST(DelayBound, OutcomesOfAnOperationAreFree) {
  EXPECT_EQ(order_of(0, false, {ready(0, 3), ready(1, 2)}, 0), "aaa");
  EXPECT_EQ(order_of(0, false, {ready(0, 3), ready(1, 2)}, 1), "aaabb");
  EXPECT_EQ(order_of(1, false, {ready(0, 2), ready(2, 3), ready(3)}, 1), "cccd");
}

}  // namespace
}  // namespace heddle::search

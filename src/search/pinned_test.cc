// SPDX-License-Identifier: Apache-2.0
// Threads that are not left before some of their steps.
#include "search/testing.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::StrategyKind;

constexpr event::Operation kFree{};
constexpr event::Operation kPinned{.pinned = true};

// A letter is a step of a thread that never blocks; a P is one before which it is not preempted.
class Pinned final : public explore::Subject {
 public:
  explicit Pinned(std::vector<std::string> threads) : threads_(std::move(threads)) {}

  event::Outcome run(explore::Execution& execution) override {
    std::vector<size_t> done(threads_.size());
    for (;;) {
      std::vector<explore::Candidate> candidates;
      for (size_t i = 0; i < threads_.size(); ++i) {
        if (done[i] < threads_[i].size()) {
          const event::Operation& next = threads_[i][done[i]] == 'P' ? kPinned : kFree;
          candidates.push_back({.thread = static_cast<event::ThreadId>(i), .operation = &next});
        }
      }
      event::Choice choice;
      if (!execution.next(candidates, choice) || !execution.done({})) {
        return execution.outcome();
      }
      ++done[event::index(choice.thread)];
    }
  }

 private:
  const std::vector<std::string> threads_;
};

using Texts = std::multiset<std::string>;

// Of aabb abab abba baab baba bbaa, those in which b goes on after its first step.
TEST(PinnedSteps, AreThoseBeforeWhichAThreadIsNotLeft) {
  for (const StrategyKind strategy :
       {StrategyKind::preemption_bound, StrategyKind::depth_first, StrategyKind::delay_bound,
        StrategyKind::iterative_deepening}) {
    explore::Settings settings = testing::settings_for(strategy);
    settings.max_delays = UINT32_MAX;
    Pinned subject({"..", ".P"});
    const testing::Explored explored = testing::explore_all(settings, subject);
    EXPECT_EQ(explored.texts(), (Texts{"aabb", "abba", "bbaa"}));
    EXPECT_TRUE(explored.counters.coverage.exhausted);
    EXPECT_TRUE(explored.counters.pins_removed_a_choice);
  }
}

TEST(PinnedSteps, DoNotMatterWhereThereIsNobodyElse) {
  Pinned subject({".PP"});
  const testing::Explored explored =
      testing::explore_all(testing::settings_for(StrategyKind::preemption_bound), subject);
  EXPECT_EQ(explored.texts(), Texts{"aaa"});
  EXPECT_FALSE(explored.counters.pins_removed_a_choice);
}

TEST(PinnedSteps, AreCountedByTheirPreemptions) {
  explore::Settings settings = testing::settings_for(StrategyKind::preemption_bound);
  settings.max_preemptions = 0;
  Pinned subject({"..", ".P"});
  const testing::Explored explored = testing::explore_all(settings, subject);
  EXPECT_EQ(explored.texts(), (Texts{"aabb", "bbaa"}));
  EXPECT_FALSE(explored.counters.coverage.exhausted);
  Pinned all({"PP", "PP"});
  EXPECT_TRUE(testing::explore_all(settings, all).counters.coverage.exhausted);
}

TEST(PinnedSteps, AreKeptToBySamples) {
  for (const StrategyKind strategy :
       {StrategyKind::random_walk, StrategyKind::pct, StrategyKind::partial_order_sampling}) {
    explore::Settings settings = testing::settings_for(strategy);
    settings.max_executions = 200;
    settings.bug_depth = 3;
    Pinned subject({"..", ".P"});
    const testing::Explored explored = testing::explore_all(settings, subject);
    for (const auto& [text, times] : explored.counts()) {
      EXPECT_TRUE(text == "aabb" || text == "abba" || text == "bbaa") << text;
    }
    EXPECT_EQ(explored.counts().size(), 3U);
  }
}

}  // namespace
}  // namespace heddle::search

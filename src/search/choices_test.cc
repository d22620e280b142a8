// SPDX-License-Identifier: Apache-2.0
// Exact numbers of executions where steps have several outcomes, and where the
// program drops executions that it is not interested in.
#include "explore/testing.h"
#include "search/depth_first.h"
#include "search/preemption_bound.h"

#include <functional>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::testing::Scratch;
using explore::testing::TestArena;

// What was chosen so far: (thread, value).
using Chosen = std::vector<std::pair<size_t, uint32_t>>;
using Assumption = std::function<bool(const Chosen&)>;

bool anything(const Chosen& /*chosen*/) { return true; }

// Threads that exist from the start; each step of a thread is a choice among so many
// values.  An execution whose choices do not meet the assumption is dropped there.
class Choosing final : public explore::Subject {
 public:
  Choosing(std::vector<std::vector<uint16_t>> values, Assumption assumption)
      : values_(std::move(values)), assumption_(std::move(assumption)) {}

  event::Outcome run(explore::Execution& execution) override {
    std::vector<size_t> done(values_.size());
    Chosen chosen;
    for (;;) {
      std::vector<explore::Candidate> candidates;
      for (size_t i = 0; i < values_.size(); ++i) {
        if (done[i] < values_[i].size()) {
          candidates.push_back({.thread = static_cast<event::ThreadId>(i),
                                .alternatives = values_[i][done[i]],
                                .operation = &explore::testing::kStep});
        }
      }
      event::Choice choice;
      if (!execution.next(candidates, choice) || !execution.done({})) {
        return execution.outcome();
      }
      ++done[event::index(choice.thread)];
      chosen.emplace_back(event::index(choice.thread), choice.alternative);
      if (!assumption_(chosen)) {
        execution.drop();
        return execution.outcome();
      }
    }
  }

 private:
  const std::vector<std::vector<uint16_t>> values_;
  const Assumption assumption_;
};

template <typename Strategy>
explore::Counters explore_all(std::vector<std::vector<uint16_t>> values, uint32_t bound,
                              Assumption assumption) {
  explore::Settings settings;
  settings.step_limit = 100;
  TestArena arena(settings);
  Strategy strategy(arena->search, arena->journal, bound);
  explore::Explorer explorer(*arena, strategy);
  Choosing subject(std::move(values), std::move(assumption));
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  return arena->counters();
}

struct Count {
  uint64_t executions;
  uint64_t dropped;

  friend bool operator==(const Count&, const Count&) = default;
  friend void PrintTo(const Count& count, std::ostream* out) {
    *out << count.executions << " and " << count.dropped << " dropped";
  }
};

// Both strategies, which have to agree, and to be done.
Count count(const std::vector<std::vector<uint16_t>>& values, uint32_t bound = kAllPreemptions,
            const Assumption& assumption = anything) {
  const explore::Counters icb = explore_all<PreemptionBound>(values, bound, assumption);
  const explore::Counters dfs = explore_all<DepthFirst>(values, bound, assumption);
  for (const explore::Counters& counters : {icb, dfs}) {
    EXPECT_FALSE(counters.coverage.overflowed);
    EXPECT_EQ(counters.incomplete_from, UINT32_MAX);
    EXPECT_EQ(counters.diverged, 0U);
    EXPECT_EQ(counters.pruned, counters.assumption_failed);
    EXPECT_TRUE(counters.coverage.exhausted ||
                counters.coverage.completed_bound == static_cast<int32_t>(bound));
  }
  EXPECT_EQ(icb.executions, dfs.executions);
  EXPECT_EQ(icb.pruned, dfs.pruned);
  return {icb.executions, icb.pruned};
}

TEST(Choices, OfOneThreadMultiply) {
  EXPECT_EQ(count({{2, 3}}), (Count{6, 0}));
  EXPECT_EQ(count({{5}}), (Count{5, 0}));
  EXPECT_EQ(count({{2, 2, 2, 2}}), (Count{16, 0}));
}

// C(4,2) = 6 orders of two steps each, and the values of all of them.
TEST(Choices, OfTwoThreadsMultiplyInEveryOrder) {
  EXPECT_EQ(count({{3, 1}, {3, 1}}), (Count{6 * 9, 0}));
  EXPECT_EQ(count({{2, 3}, {4, 1}}), (Count{6 * 24, 0}));
}

// By preemptions the orders are 2 + 2 + 2; see PreemptionBound's own test.
TEST(Choices, CostNoPreemption) {
  EXPECT_EQ(count({{3, 2}, {3, 2}}, 0), (Count{2 * 36, 0}));
  EXPECT_EQ(count({{3, 2}, {3, 2}}, 1), (Count{4 * 36, 0}));
  EXPECT_EQ(count({{3, 2}, {3, 2}}, 2), (Count{6 * 36, 0}));
}

// One of three values is kept, and four executions follow it.
TEST(Assumptions, DropWhatFollowsAndNothingElse) {
  for (const uint32_t kept : {0U, 1U, 2U}) {
    EXPECT_EQ(count({{3, 4}}, kAllPreemptions,
                    [kept](const Chosen& chosen) { return chosen[0].second == kept; }),
              (Count{4, 2}))
        << kept;
  }
}

// The second thread may not begin: of six orders the three that begin with the first
// are left, and the others are dropped at their first step, as one.
TEST(Assumptions, DropTheAlternativesBelowOnceAndKeepThoseAbove) {
  EXPECT_EQ(count({{1, 1}, {1, 1}}, kAllPreemptions,
                  [](const Chosen& chosen) { return chosen[0].first == 0; }),
            (Count{3, 1}));
  EXPECT_EQ(count({{1, 1}, {1, 1}}, kAllPreemptions,
                  [](const Chosen& chosen) { return chosen[0].first == 1; }),
            (Count{3, 1}));
}

TEST(Assumptions, ThatNeverHoldLeaveNothing) {
  EXPECT_EQ(
      count({{2, 3}}, kAllPreemptions, [](const Chosen& chosen) { return chosen.size() < 2; }),
      (Count{0, 6}));
}

// An execution that was dropped may have had options that could not be numbered; what
// is below them is not known.
TEST(Assumptions, DoNotHideThatOptionsWereLeftOut) {
  explore::Settings settings;
  settings.step_limit = 100;
  TestArena arena(settings);
  PreemptionBound strategy(arena->search, arena->journal, 0);
  explore::Explorer explorer(*arena, strategy);
  ASSERT_TRUE(explorer.begin());
  arena->record().options_dropped = true;
  arena->record().fairness_removed_a_choice = true;
  event::Outcome dropped;
  dropped.ending = event::Ending::pruned;
  dropped.code = event::kAssumptionFailed;
  explorer.end(dropped);
  EXPECT_EQ(arena->counters().pruned, 1U);
  EXPECT_EQ(arena->counters().incomplete_from, 0U);
  EXPECT_TRUE(arena->counters().options_dropped);
  EXPECT_TRUE(arena->counters().fairness_removed_a_choice);
}

}  // namespace
}  // namespace heddle::search

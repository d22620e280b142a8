// SPDX-License-Identifier: Apache-2.0
#include "search/state_cache.h"

#include "explore/testing.h"
#include "search/strategies.h"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Reduction;
using explore::StrategyKind;
using explore::testing::Scratch;
using explore::testing::TestArena;

// Threads whose steps are fences: none of them has to do with any other.
const event::Operation kFence{.kind = event::OpKind::fence};

class Fencing final : public explore::Subject {
 public:
  explicit Fencing(std::vector<uint32_t> steps) : steps_(std::move(steps)) {}

  event::Outcome run(explore::Execution& execution) override {
    std::vector<uint32_t> left = steps_;
    std::vector<explore::Candidate> candidates;
    event::Choice choice;
    do {
      candidates.clear();
      for (size_t i = 0; i < left.size(); ++i) {
        if (left[i] > 0) {
          candidates.push_back({.thread = static_cast<event::ThreadId>(i), .operation = &kFence});
        }
      }
    } while (execution.next(candidates, choice) && execution.done({}) &&
             left[event::index(choice.thread)]-- > 0);
    return execution.outcome();
  }

 private:
  const std::vector<uint32_t> steps_;
};

explore::Settings settings_for(StrategyKind strategy, uint32_t bound, explore::Reset reset) {
  explore::Settings settings;
  settings.strategy = strategy;
  settings.max_preemptions = bound;
  settings.step_limit = 100;
  settings.reduction = Reduction::cache;
  settings.reset = reset;
  return settings;
}

struct Count {
  uint64_t executions;
  uint64_t pruned;
  uint64_t steps;
  uint64_t states;
  bool exhausted;
  friend bool operator==(const Count&, const Count&) = default;
  friend void PrintTo(const Count& count, std::ostream* out) {
    *out << count.executions << " executions, " << count.pruned << " cut short, " << count.steps
         << " steps, " << count.states << " states, " << count.exhausted;
  }
};

Count explored(StrategyKind strategy, std::vector<uint32_t> steps, uint32_t bound,
               explore::Reset reset = explore::Reset::fork) {
  TestArena arena(settings_for(strategy, bound, reset));
  StrategySlot slot;
  explore::Explorer explorer(*arena, attach_strategy(*arena, slot));
  Fencing subject(std::move(steps));
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  const explore::Counters& counters = arena->counters();
  return {counters.executions, counters.pruned, counters.steps, arena->states.size(),
          counters.coverage.exhausted};
}

// Two threads of one step: ab, then b; after b the state is new, after ba it would not be, but
// nobody can go on there.
TEST(StateCache, CutsShortAndNotWhatHasComeToItsEnd) {
  EXPECT_EQ(explored(StrategyKind::preemption_bound, {1, 1}, 5), (Count{2, 0, 4, 1, true}));
}

// What is run to its end, as a loop has to be, counts as if it had been cut short.
TEST(StateCache, RunsOnInALoopAndLearnsTheSame) {
  for (const StrategyKind strategy : {StrategyKind::preemption_bound, StrategyKind::depth_first}) {
    for (const uint32_t bound : {0U, 1U, 2U, 100U}) {
      const Count cut = explored(strategy, {3, 3, 2}, bound);
      EXPECT_EQ(explored(strategy, {3, 3, 2}, bound, explore::Reset::loop), cut);
      EXPECT_EQ(cut.states, 1U);
    }
    EXPECT_TRUE(explored(strategy, {3, 3, 2}, 100).exhausted);
  }
}

// n threads of k steps have (k + 1)^n states on the way, each with one of n last threads, and
// each is left in one of n ways; so there are no more executions than n^2 (k + 1)^n, while
// without caching there are (nk)! / (k!)^n: 17,153,136 for n = 3, k = 6.
TEST(StateCache, MakesWhatGrowsWithTheOrdersGrowWithTheStates) {
  const Count count = explored(StrategyKind::preemption_bound, {6, 6, 6}, 1000);
  EXPECT_LE(count.executions + count.pruned, 9U * 343U);
  EXPECT_TRUE(count.exhausted);
}

TEST(StateCache, ForgetsWhenTheSearchStartsOver) {
  TestArena arena(settings_for(StrategyKind::preemption_bound, 100, explore::Reset::fork));
  StrategySlot slot;
  explore::Explorer explorer(*arena, attach_strategy(*arena, slot));
  Fencing subject({3, 3});
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  const uint64_t executions = arena->counters().executions;
  explorer.start_over();
  EXPECT_EQ(arena->states.size(), 0U);
  explorer.explore(subject, scratch.region(), {});
  EXPECT_EQ(arena->counters().executions, executions);
  EXPECT_EQ(arena->states.size(), 1U);
}

}  // namespace
}  // namespace heddle::search

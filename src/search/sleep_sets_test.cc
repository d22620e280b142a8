// SPDX-License-Identifier: Apache-2.0
#include "search/sleep_sets.h"

#include "explore/testing.h"
#include "search/strategies.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::Reduction;
using explore::testing::Scratch;
using explore::testing::TestArena;

// Threads that do so many steps each, which can be swapped; it is known that none is left.
class Apart final : public explore::testing::Counting {
 public:
  Apart(explore::Arena& arena, const std::vector<uint32_t>& steps)
      : Counting(steps), arena_(arena) {}

  event::Outcome run(explore::Execution& execution) override {
    const event::Outcome outcome = Counting::run(execution);
    arena_.record().waiting_told = true;
    return outcome;
  }

 private:
  explore::Arena& arena_;
};

struct Done {
  std::vector<std::string> words;
  uint64_t cut_short = 0;
  bool all = false;
};

Done explore_apart(Reduction reduction, const std::vector<uint32_t>& steps) {
  explore::Settings settings;
  settings.max_preemptions = UINT32_MAX;
  settings.step_limit = 100;
  settings.reduction = reduction;
  TestArena arena(settings);
  StrategySlot slot;
  explore::testing::Words words;
  explore::Explorer explorer(*arena, attach_strategy(*arena, slot), &words);
  Apart subject(*arena, steps);
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  Done done;
  for (const auto& word : words.words) {
    done.words.push_back(word.text);
  }
  done.cut_short = arena->counters().pruned;
  done.all = arena->counters().coverage.exhausted;
  return done;
}

// Of two threads, the second is tried before each step of the first, goes on to its end, and then
// only the first is left, which sleeps.
TEST(SleepSets, AnExecutionEndsWhereAllSleep) {
  for (const auto& [first, second] : {std::pair{1U, 1U}, {2U, 2U}, {5U, 1U}, {3U, 4U}}) {
    const Done done = explore_apart(Reduction::sleep, {first, second});
    const std::string once = std::string(first, 'a') + std::string(second, 'b');
    EXPECT_EQ(done.words, std::vector<std::string>{once});
    EXPECT_EQ(done.cut_short, first);
    EXPECT_TRUE(done.all);
  }
}

TEST(SleepSets, OneThreadHasOneExecution) {
  const Done done = explore_apart(Reduction::sleep, {4});
  EXPECT_EQ(done.words, std::vector<std::string>{"aaaa"});
  EXPECT_EQ(done.cut_short, 0U);
}

TEST(Inspect, WithoutARaceNothingElseIsTried) {
  const Done done = explore_apart(Reduction::inspect, {3, 4, 2});
  EXPECT_EQ(done.words, std::vector<std::string>{"aaabbbbcc"});
  EXPECT_EQ(done.cut_short, 0U);
  EXPECT_TRUE(done.all);
}

}  // namespace
}  // namespace heddle::search

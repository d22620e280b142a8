// SPDX-License-Identifier: Apache-2.0
// The search survives the death of the process that runs it, at any instruction.
#include "explore/testing.h"
#include "search/killing.h"
#include "search/strategies.h"

#include <random>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::search {
namespace {

using explore::Arena;
using explore::Explorer;
using explore::Settings;
using explore::StrategyKind;
using explore::testing::Counting;
using explore::testing::Scratch;
using explore::testing::SharedArena;

Settings all_schedules(StrategyKind strategy) {
  Settings settings;
  settings.strategy = strategy;
  settings.max_preemptions = UINT32_MAX;
  settings.max_delays = UINT32_MAX;
  settings.depth = 100;
  settings.depth_step = 3;
  settings.step_limit = 100;
  return settings;
}

// Explores for ever, several executions to a commit, until somebody kills it.
[[noreturn]] void explore_until_killed(Arena& arena, uint32_t executions_a_commit) {
  StrategySlot slot;
  explore::Strategy& strategy = attach_strategy(arena, slot);
  Explorer explorer(arena, strategy);
  Counting subject({7, 7});
  Scratch scratch;
  while (explorer.begin()) {
    base::Region region = scratch.region();
    explore::Execution execution(region, region, 8, strategy, arena.plan, arena.log, {});
    explorer.end(subject.run(execution));
    if (arena.control().uncommitted.load() >= executions_a_commit) {
      explorer.commit();
    }
  }
  explorer.commit();
  _exit(0);
}

class RecoveryTest : public ::testing::TestWithParam<StrategyKind> {};

TEST_P(RecoveryTest, KilledAnywhereItLosesNothingAndCountsNothingTwice) {
  std::mt19937 random(7);
  SharedArena arena(all_schedules(GetParam()));
  const int deaths = testing::kill_again_and_again(
      *arena, random, [&](uint32_t executions) { explore_until_killed(*arena, executions); });
  EXPECT_GT(deaths, 3);
  EXPECT_EQ(arena->counters().executions, 3432U);  // C(14, 7)
  EXPECT_EQ(arena->counters().steps, 3432U * 14);
  EXPECT_EQ(arena->states.size(), 1U);  // yields can be swapped
  EXPECT_TRUE(arena->counters().coverage.exhausted);
}

INSTANTIATE_TEST_SUITE_P(Strategies, RecoveryTest,
                         ::testing::Values(StrategyKind::preemption_bound,
                                           StrategyKind::depth_first, StrategyKind::depth_bound,
                                           StrategyKind::iterative_deepening,
                                           StrategyKind::delay_bound));

// What was drawn since the last commit is drawn again.
TEST(Recovery, SamplesAreTheSameWhereverItIsKilled) {
  std::mt19937 random(11);
  Settings settings = all_schedules(StrategyKind::partial_order_sampling);
  settings.max_executions = 4000;
  SharedArena arena(settings);
  const int deaths = testing::kill_again_and_again(
      *arena, random, [&](uint32_t /*executions*/) { explore_until_killed(*arena, 7); });
  SharedArena unbroken(settings);
  const pid_t process = fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    explore_until_killed(*unbroken, 7);
  }
  waitpid(process, nullptr, 0);
  EXPECT_GT(deaths, 3);
  EXPECT_EQ(arena->counters().executions, 4000U);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(arena->counters().by_preemptions[i], unbroken->counters().by_preemptions[i]) << i;
  }
}

// Every byte of what the search keeps, in turn.
struct Sealed {
  StrategyKind strategy;
  size_t bytes;  // of its state, with the seal
};

class Seals : public ::testing::TestWithParam<Sealed> {};

TEST_P(Seals, TellAStrayWrite) {
  SharedArena arena(all_schedules(GetParam().strategy));
  StrategySlot slot;
  explore::Strategy& strategy = attach_strategy(*arena, slot);
  Explorer explorer(*arena, strategy);
  Counting subject({3, 3});
  Scratch scratch;
  ASSERT_TRUE(explorer.begin());
  base::Region region = scratch.region();
  explore::Execution execution(region, region, 8, strategy, arena->plan, arena->log, {});
  explorer.end(subject.run(execution));
  explorer.commit();

  base::Region memory = arena->search;
  const std::span<uint8_t> bytes = memory.take<uint8_t>(64);  // the strategy's state
  for (uint8_t& byte : bytes.first(GetParam().bytes)) {
    byte ^= 0x40;
    EXPECT_FALSE(explorer.begin());
    EXPECT_EQ(arena->control().damaged.load(), 1U);
    byte ^= 0x40;
    arena->control().damaged.store(0);
    explorer.rollback();
  }
  ASSERT_TRUE(explorer.begin());
  arena->counters().executions += 1;
  explorer.end({});
  EXPECT_EQ(arena->control().damaged.load(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Strategies, Seals,
                         ::testing::Values(Sealed{StrategyKind::preemption_bound, 48},
                                           Sealed{StrategyKind::delay_bound, 36},
                                           Sealed{StrategyKind::pct, 28}));

}  // namespace
}  // namespace heddle::search

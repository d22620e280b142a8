// SPDX-License-Identifier: Apache-2.0
// What makes the search begin anew: accesses that were found to be shared; and what ends
// it: a race.
#include "explore/shared_set.h"
#include "explore/testing.h"
#include "search/killing.h"
#include "search/strategies.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using event::Ending;
using event::FindingKind;
using explore::Arena;
using explore::Candidate;
using explore::Execution;
using explore::Explorer;
using explore::Settings;
using explore::SharedBytes;
using explore::StrategyKind;
using explore::Visible;
using explore::testing::kStep;
using explore::testing::Scratch;
using explore::testing::SharedArena;

// Two threads.  Each does a step, touches x, and does another step.  If b is at x before
// a is, a touches y afterwards, which b has touched at its very start.  An access is a
// step if it is known that more than one thread touches the variable.
class Touching final : public explore::Subject {
 public:
  static constexpr uint64_t kX = 100;
  static constexpr uint64_t kY = 200;

  explicit Touching(Arena& arena) : arena_(arena) {}

  event::Outcome run(Execution& execution) override {
    seen_.clear();
    std::vector<std::vector<uint64_t>> programs = {{kNone, kX, kNone}, {kNone, kY, kX, kNone}};
    size_t at[2] = {0, 0};
    bool b_was_first = false;
    for (;;) {
      std::vector<Candidate> candidates;
      for (size_t i = 0; i < 2; ++i) {
        while (at[i] < programs[i].size() && !is_step(programs[i][at[i]])) {
          touch(i, programs[i][at[i]], programs, at, b_was_first);
        }
        if (at[i] < programs[i].size()) {
          candidates.push_back({.thread = static_cast<event::ThreadId>(i), .operation = &kStep});
        }
      }
      event::Choice choice;
      if (!execution.next(candidates, choice) || !execution.done({})) {
        break;
      }
      const size_t who = event::index(choice.thread);
      touch(who, programs[who][at[who]], programs, at, b_was_first);
    }
    arena_.newly_shared.clear();
    for (const auto& [variable, threads] : seen_) {
      if (threads.size() > 1 && explore::SharedSet(arena_).known(variable) == 0) {
        arena_.newly_shared.push_back({variable, 0xff});
      }
    }
    return execution.outcome();
  }

 private:
  static constexpr uint64_t kNone = 0;

  bool is_step(uint64_t variable) {
    return variable == kNone || explore::SharedSet(arena_).known(variable) != 0;
  }

  void touch(size_t who, uint64_t variable, std::vector<std::vector<uint64_t>>& programs,
             size_t* at, bool& b_was_first) {
    if (variable != kNone) {
      b_was_first |= variable == kX && who == 1 && !seen_[kX].contains(0);
      if (variable == kX && who == 0 && b_was_first) {
        programs[0].insert(programs[0].begin() + static_cast<long>(at[0]) + 1, kY);
      }
      seen_[variable].insert(who);
    }
    ++at[who];
  }

  Arena& arena_;
  std::map<uint64_t, std::set<size_t>> seen_;
};

Settings settings_for(StrategyKind strategy) {
  Settings settings;
  settings.strategy = strategy;
  settings.visible = Visible::all;
  settings.max_preemptions = UINT32_MAX;
  settings.max_delays = UINT32_MAX;
  settings.step_limit = 100;
  return settings;
}

// Counts what is kept, as a schedule log does.
class Lines final : public explore::Listener {
 public:
  void execution_done(std::span<const event::Event> /*log*/, uint32_t /*preemptions*/) override {
    ++waiting_;
  }
  int committed() override {
    kept += waiting_;
    waiting_ = 0;
    return 0;
  }
  void rolled_back() override { waiting_ = 0; }
  void started_over() override {
    kept = 0;
    waiting_ = 0;
    ++times;
  }

  uint64_t kept = 0;
  uint32_t times = 0;

 private:
  uint64_t waiting_ = 0;
};

void explore_all(Arena& arena, uint32_t executions_a_commit, explore::Listener* listener) {
  StrategySlot slot;
  explore::Strategy& strategy = attach_strategy(arena, slot);
  Explorer explorer(arena, strategy, listener);
  Touching subject(arena);
  Scratch scratch;
  while (explorer.begin()) {
    base::Region region = scratch.region();
    Execution execution(region, region, 8, strategy, arena.plan, arena.log, {});
    explorer.end(subject.run(execution));
    if (arena.control().uncommitted.load() >= executions_a_commit) {
      explorer.commit();
    }
  }
  explorer.commit();
}

// With both variables known from the start.
uint64_t executions_if_all_is_known(StrategyKind strategy) {
  SharedArena arena(settings_for(strategy));
  explore::SharedSet(*arena).add({Touching::kX, 0xff});
  explore::SharedSet(*arena).add({Touching::kY, 0xff});
  arena->journal.commit();
  explore_all(*arena, 1, nullptr);
  EXPECT_TRUE(arena->counters().coverage.exhausted);
  return arena->counters().executions;
}

class StartOverTest : public ::testing::TestWithParam<StrategyKind> {};

TEST_P(StartOverTest, WhatIsCountedIsWhatThereIsWithAllSharedAccessesAsSteps) {
  for (const uint32_t executions_a_commit : {1U, 5U, 1000U}) {
    SharedArena arena(settings_for(GetParam()));
    Lines lines;
    explore_all(*arena, executions_a_commit, &lines);
    EXPECT_EQ(arena->counters().executions, executions_if_all_is_known(GetParam()));
    EXPECT_EQ(lines.kept, arena->counters().executions);
    EXPECT_EQ(lines.times, 2U);  // x in the first execution, y where b comes first
    EXPECT_EQ(arena->shared.size(), 2U);
    EXPECT_TRUE(arena->counters().coverage.exhausted);
    EXPECT_TRUE(arena->intact());
  }
}

TEST_P(StartOverTest, KilledAnywhereItComesToTheSame) {
  std::mt19937 random(11);
  const uint64_t expected = executions_if_all_is_known(GetParam());
  int deaths = 0;
  for (int run = 0; run < 20; ++run) {
    SharedArena arena(settings_for(GetParam()));
    const int killed = testing::kill_again_and_again(
        *arena, random, [&](uint32_t executions) { explore_all(*arena, executions, nullptr); });
    ASSERT_GE(killed, 0);
    deaths += killed;
    ASSERT_EQ(arena->counters().executions, expected);
    ASSERT_EQ(arena->shared.size(), 2U);
  }
  EXPECT_GT(deaths, 3);
}

TEST_P(StartOverTest, ALimitCountsWhatWasForgotten) {
  Settings settings = settings_for(GetParam());
  settings.max_executions = 4;
  SharedArena arena(settings);
  explore_all(*arena, 1, nullptr);
  EXPECT_EQ(arena->counters().forgotten + arena->counters().executions, 4U);
  EXPECT_GT(arena->counters().forgotten, 0U);
}

// It would be the only one, and then none: so it counts, but covers nothing.
TEST_P(StartOverTest, TheLastExecutionThatIsAllowedCounts) {
  Settings settings = settings_for(GetParam());
  settings.max_executions = 1;
  SharedArena arena(settings);
  explore_all(*arena, 1, nullptr);
  EXPECT_EQ(arena->counters().executions, 1U);
  EXPECT_EQ(arena->counters().incomplete_from, 0U);
  EXPECT_TRUE(arena->shared.empty());
}

TEST_P(StartOverTest, OtherwiseNothingIsMadeOfWhatIsShared) {
  for (const Visible visible : {Visible::sync, Visible::race}) {
    Settings settings = settings_for(GetParam());
    settings.visible = visible;
    SharedArena arena(settings);
    Lines lines;
    explore_all(*arena, 1, &lines);
    EXPECT_EQ(lines.times, 0U);
    EXPECT_EQ(arena->counters().executions, 6U);  // two steps each: C(4, 2)
    EXPECT_TRUE(arena->shared.empty());
  }
}

TEST_P(StartOverTest, WhoBeginsAnewKnowsWhatIsShared) {
  SharedArena arena(settings_for(GetParam()));
  explore_all(*arena, 1, nullptr);
  StrategySlot slot;
  Explorer(*arena, attach_strategy(*arena, slot)).start_over();
  EXPECT_EQ(arena->counters().forgotten, 0U);
  Lines lines;
  explore_all(*arena, 3, &lines);
  EXPECT_EQ(lines.times, 0U);
  EXPECT_EQ(arena->counters().executions, executions_if_all_is_known(GetParam()));
}

// Two threads of two steps; a race shows wherever thread 1 comes first.
class Racing final : public explore::Subject {
 public:
  explicit Racing(Arena& arena) : arena_(arena) {}

  event::Outcome run(Execution& execution) override {
    explore::testing::Counting counting({2, 2});
    event::Outcome outcome = counting.run(execution);
    if (event::index(arena_.log[0].thread) == 1) {
      if (!arena_.known_races.empty()) {
        arena_.record().showed_known_races = true;
        arena_.details().known_race_hits[0] = 1;
        return outcome;
      }
      outcome.ending = Ending::failed;
      outcome.has_finding = true;
      outcome.finding.kind = FindingKind::race;
      outcome.finding.place = 77;
    }
    return outcome;
  }

 private:
  Arena& arena_;
};

void explore_racing(Arena& arena) {
  StrategySlot slot;
  explore::Strategy& strategy = attach_strategy(arena, slot);
  Explorer explorer(arena, strategy);
  Racing subject(arena);
  Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
}

TEST_P(StartOverTest, ARaceEndsTheExplorationHoweverManyFindingsAreWanted) {
  Settings settings = settings_for(GetParam());
  settings.max_findings = 1000;
  SharedArena arena(settings);
  explore_racing(*arena);
  EXPECT_EQ(arena->findings.size(), 1U);
  EXPECT_TRUE(arena->counters().race_met);
  EXPECT_EQ(arena->findings[0].execution, arena->counters().executions);
  EXPECT_LT(arena->counters().executions, 6U);
  // Nothing is covered from the number of preemptions on that it had.
  EXPECT_NE(arena->counters().incomplete_from, UINT32_MAX);
}

TEST_P(StartOverTest, ExecutionsThatShowAKnownRaceAreCounted) {
  Settings settings = settings_for(GetParam());
  SharedArena arena(settings);
  arena->known_races.push_back(77);
  arena->known_race_executions.push_back(0);
  explore_racing(*arena);
  EXPECT_EQ(arena->counters().executions, 6U);
  EXPECT_EQ(arena->known_race_executions[0], 3U);  // in half of them thread 1 comes first
  EXPECT_TRUE(arena->findings.empty());
}

INSTANTIATE_TEST_SUITE_P(Strategies, StartOverTest,
                         ::testing::Values(StrategyKind::preemption_bound,
                                           StrategyKind::depth_first, StrategyKind::delay_bound,
                                           StrategyKind::iterative_deepening));

}  // namespace
}  // namespace heddle::search

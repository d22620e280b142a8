// SPDX-License-Identifier: Apache-2.0
// The oracle of search/: on random programs, heddle runs exactly the schedules that
// a brute-force enumeration finds, within each bound, once each, and says of each
// the same.
#include "generate.h"
#include "naive.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

using explore::StrategyKind;

constexpr uint32_t kAll = 0xffffffff;
constexpr uint32_t kHighestBound = 3;

// Fewest preemptions of an execution that was cut off.
uint32_t first_cut_off(const Runs& runs) {
  uint32_t fewest = UINT32_MAX;
  for (const Run& run : runs) {
    fewest = run.end == End::livelock ? std::min(fewest, run.preemptions) : fewest;
  }
  return fewest;
}

// What the counters and the coverage must be, given the runs.
std::string wrong_claims(const Explored& explored, const Enumerated& naive, uint32_t bound) {
  const explore::Counters& counters = explored.counters;
  const Runs expected = within(naive.runs, bound);
  const auto dropped = static_cast<size_t>(
      std::count_if(naive.dropped.begin(), naive.dropped.end(),
                    [bound](uint32_t preemptions) { return preemptions <= bound; }));
  const bool all = expected.size() == naive.runs.size() && dropped == naive.dropped.size();
  std::string text;
  if (counters.executions != expected.size() || counters.diverged != 0 ||
      counters.pruned != dropped) {
    text += "executions are not counted right\n";
  }
  for (uint32_t i = 0; i <= kHighestBound && i <= bound; ++i) {
    const size_t below = i == 0 ? 0 : within(naive.runs, i - 1).size();
    if (counters.by_preemptions[i] != within(naive.runs, i).size() - below) {
      text += "executions are not counted right for bound " + std::to_string(i) + "\n";
    }
  }
  if (counters.incomplete_from != first_cut_off(expected)) {
    text += "executions that are cut off are not told right\n";
  }
  if (counters.coverage.exhausted != all || counters.coverage.overflowed) {
    text += all ? "it was everything\n" : "it was not everything\n";
  }
  if (!all && counters.coverage.completed_bound != static_cast<int32_t>(bound)) {
    text += "the bound is complete\n";
  }
  return text;
}

std::string disorder(const Runs& runs) {
  for (size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].preemptions < runs[i - 1].preemptions) {
      return to_string(runs[i]) + " comes after " + to_string(runs[i - 1]) + "\n";
    }
  }
  return "";
}

// A finding is found again, in the same place, by its plan alone.
std::string wrong_replays(const Program& program, const Explored& explored, uint32_t steps) {
  for (const Found& found : explored.found) {
    const Explored again = replay_program(program, found, steps);
    const Run& first = explored.runs[found.record.execution - 1];
    if (again.runs.size() != 1 || again.runs.front() != first) {
      return to_string(first) + " does not recur when it is replayed\n";
    }
  }
  return "";
}

std::string strategy_disagrees(const Program& program, const Enumerated& naive, Request request) {
  const Explored explored = explore_program(program, request);
  const bool ordered = request.strategy == StrategyKind::preemption_bound;
  const std::string text = difference(within(naive.runs, request.bound), explored.runs) +
                           wrong_claims(explored, naive, request.bound) +
                           (ordered ? disorder(explored.runs) : "") +
                           wrong_replays(program, explored, request.steps);
  return text.empty() ? ""
                      : (ordered ? "icb" : "dfs") + (" within " + std::to_string(request.bound)) +
                            ":\n" + text;
}

// Where heddle and the enumeration differ.
std::string disagreement(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  if (!naive.complete) {
    return "";
  }
  std::string text = naive.complaint;
  Request request;
  request.steps = limits.steps;
  for (request.bound = 0; request.bound <= kHighestBound; ++request.bound) {
    request.strategy = StrategyKind::preemption_bound;
    text += strategy_disagrees(program, naive, request);
    request.strategy = StrategyKind::depth_first;
    text += strategy_disagrees(program, naive, request);
  }
  request.bound = kAll;
  text += strategy_disagrees(program, naive, request);
  request.strategy = StrategyKind::preemption_bound;
  text += strategy_disagrees(program, naive, request);
  return text;
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

void check_stopping_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_stopping_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

void check_pinned_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_pinned_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

void check_spinning_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count,
      [&](uint64_t seed) { return fitted(random_spinning_program(seed, 1 + seed % 2), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

class Schedules : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 60;
};

TEST_P(Schedules, OfARandomProgramAreAllRunOnceAndByBound) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600});
}

// Without fairness, and cut off after a few rounds.
TEST_P(Schedules, OfASpinningProgramAreAllRunOnceAndByBound) {
  check_spinning_programs(GetParam() * 5, 5, {.steps = 9, .executions = 600});
}

// The enumeration has its own idea of what is left when an execution ends early.
TEST_P(Schedules, OfAStoppingProgramAreAllRunOnceAndByBound) {
  check_stopping_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600});
}

TEST_P(Schedules, OfAPinnedProgramAreAllRunOnceAndByBound) {
  check_pinned_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600});
}

INSTANTIATE_TEST_SUITE_P(Seeds, Schedules, ::testing::Range(uint64_t{0}, uint64_t{4}));

TEST(Soak, SchedulesOfManyPrograms) {
  const uint64_t seed = fresh_seed();
  check_programs(seed, 10000, {.steps = 60, .executions = 3000});
  check_spinning_programs(seed, 1000, {.steps = 12, .executions = 3000});
  check_stopping_programs(seed, 10000, {.steps = 60, .executions = 3000});
  check_pinned_programs(seed, 10000, {.steps = 60, .executions = 3000});
}

Runs deadlocks_of(const Program& program) {
  Runs deadlocks = enumerate(program, {}).runs;
  std::erase_if(deadlocks, [](const Run& run) { return run.end != End::deadlock; });
  return deadlocks;
}

// Threads of k posts and an end do not touch each other: (k + 1) steps each, so n
// of them have (n(k + 1))! / ((k + 1)!)^n schedules.  The bounds are those of
// src/search/exact_counts_test.cc.
TEST(Naive, CountsTheSchedulesOfThreadsThatNeverBlock) {
  const Op post{.act = Act::post};
  Program program;
  program.threads = {{post}, {post}};
  Runs runs = enumerate(program, {}).runs;
  EXPECT_EQ(runs.size(), 6U);  // aabb bbaa, abba baab, abab baba
  EXPECT_EQ(within(runs, 0).size(), 2U);
  EXPECT_EQ(within(runs, 1).size(), 4U);
  program.threads = {{post, post, post, post}, {post, post, post, post}};
  runs = enumerate(program, {}).runs;
  EXPECT_EQ(runs.size(), 252U);
  EXPECT_EQ(within(runs, 2).size(), 42U);
  program.threads = {{post, post}, {post, post}, {post, post}};
  EXPECT_EQ(enumerate(program, {}).runs.size(), 1680U);
}

// Of aabb bbaa, abba baab, abab baba, those go in which a thread is left before its end.
TEST(Naive, LeavesNobodyForAPreemptionWhoIsPinned) {
  Program program;
  program.threads = {{{.act = Act::post}}, {{.act = Act::post, .pinned = true}}};
  Runs runs = enumerate(program, {}).runs;
  EXPECT_EQ(runs.size(), 6U);  // b has not yet run before its first step, so nobody leaves it there
  program.ends_pinned = true;
  runs = sorted(enumerate(program, {}).runs);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].word, "aabb");
  EXPECT_EQ(runs[1].word, "bbaa");
}

// a: lock 0, lock 1; b the other way round.  Both hold one lock after "ab" and
// "ba"; to get there one of them is preempted once.
TEST(Naive, FindsTheDeadlockOfOppositeOrderAtOnePreemption) {
  const auto op = [](Act act, uint8_t object) { return Op{.act = act, .object = object}; };
  Program program;
  program.threads = {
      {op(Act::lock, 0), op(Act::lock, 1), op(Act::unlock, 1), op(Act::unlock, 0)},
      {op(Act::lock, 1), op(Act::lock, 0), op(Act::unlock, 0), op(Act::unlock, 1)},
  };
  const Runs deadlocks = deadlocks_of(program);
  ASSERT_EQ(deadlocks.size(), 2U);
  EXPECT_EQ(to_string(deadlocks[0]), "ab (1 preemptions, deadlock)");
  EXPECT_EQ(to_string(deadlocks[1]), "ba (1 preemptions, deadlock)");
}

// What is left of a program that fails because thread b posts.
TEST(Shrink, LeavesWhatIsNeededToFail) {
  Program program = random_program(4);
  program.threads.resize(3);
  program.threads[1].push_back({.act = Act::post});
  const auto check = [](const Program& candidate) {
    for (const std::vector<Op>& ops : candidate.threads) {
      for (const Op& op : ops) {
        if (op.act == Act::post) {
          return "a post";
        }
      }
    }
    return "";
  };
  const Program small = shrunk(program, check);
  EXPECT_EQ(small.threads, (std::vector<std::vector<Op>>{{{.act = Act::post}}}));
}

}  // namespace
}  // namespace heddle::crosscheck

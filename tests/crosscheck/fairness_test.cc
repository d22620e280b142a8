// SPDX-License-Identifier: Apache-2.0
// What fairness may and may not take away.  It acts on every k-th yield of a thread,
// and the first of these only begins a window; so where no thread yields 2k times,
// nothing is lost, and elsewhere nothing is invented.
//
// Threads that yield only while they cannot progress come back to the same state by
// it.  Whatever end such a program can come to, it can come to without yielding, and
// fairness must keep it.
#include "generate.h"
#include "naive.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

using explore::StrategyKind;

constexpr uint32_t kAll = 0xffffffff;

bool same_but_for_forced_switches(const Run& fair, const Run& naive) {
  return fair.end == naive.end && fair.state == naive.state &&
         fair.most_yields == naive.most_yields && fair.preemptions <= naive.preemptions;
}

// Every fair execution is one that there is, done once.  A switch that fairness
// forces is no preemption.
std::string inventions(const Runs& fair, const Runs& naive) {
  std::map<std::string, const Run*> left;
  for (const Run& run : naive) {
    left[run.word] = &run;
  }
  for (const Run& run : fair) {
    const auto found = left.find(run.word);
    if (found == left.end() || !same_but_for_forced_switches(run, *found->second)) {
      return to_string(run) + " is wrong or done twice\n";
    }
    left.erase(found);
  }
  return "";
}

// Executions in which fairness has nothing to say are all there.
std::string losses(const Runs& fair, const Runs& naive, const Request& request) {
  const Runs there = sorted(fair);
  for (const Run& run : within(naive, request.bound)) {
    const bool untouched = run.most_yields < 2 * request.fair_every;
    if (untouched && !std::binary_search(there.begin(), there.end(), run)) {
      return to_string(run) + " is lost\n";
    }
  }
  return "";
}

std::string unfair(const Program& program, const Enumerated& naive, const Request& request) {
  const Explored explored = explore_program(program, request);
  std::string text =
      inventions(explored.runs, naive.runs) + losses(explored.runs, naive.runs, request);
  if (!explored.counters.fairness_removed_a_choice) {
    text += difference(within(naive.runs, request.bound), explored.runs);
  }
  return text.empty() ? ""
                      : "every " + std::to_string(request.fair_every) + " yields, within " +
                            std::to_string(request.bound) + " preemptions:\n" + text;
}

std::string unfairness(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  std::string text;
  for (uint32_t every = 1; naive.complete && every <= 8; ++every) {
    Request request;
    request.fair_every = every;
    request.steps = limits.steps;
    request.strategy = StrategyKind::depth_first;
    text += unfair(program, naive, request);
    request.strategy = StrategyKind::preemption_bound;
    request.bound = every % 3;
    text += unfair(program, naive, request);
  }
  return text;
}

void check_yielding_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_yielding_program(seed), limits); },
      [&](const Program& program) { return unfairness(program, limits); });
}

void check_spinning_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count,
      [&](uint64_t seed) { return fitted(random_spinning_program(seed, 1 + seed % 2), limits); },
      [&](const Program& program) { return unfairness(program, limits); });
}

bool has(const Program& program, const Op& wanted) {
  return std::any_of(program.threads.begin(), program.threads.end(), [&](const auto& ops) {
    return std::find(ops.begin(), ops.end(), wanted) != ops.end();
  });
}

// A shrunk program may have lost who raises a flag.
bool spins_for_ever(const Program& program) {
  for (uint8_t flag = 0; flag < kObjectsPerFamily; ++flag) {
    if (has(program, {.act = Act::spin_until_flag, .object = flag}) &&
        !has(program, {.act = Act::raise_flag, .object = flag})) {
      return true;
    }
  }
  return false;
}

// Spinning programs are explored to the end, and all their ends are found.
std::string lost_ends(const Program& program, uint32_t every) {
  if (spins_for_ever(program)) {
    return "";
  }
  Request request;
  request.strategy = StrategyKind::depth_first;
  request.fair_every = every;
  request.steps = 400;
  request.executions = 5000;
  const Explored explored = explore_program(program, request);
  const Outcomes found = outcomes_of(explored.runs);
  for (const auto& [end, state] : found) {
    if (end == End::livelock) {
      return "an execution does not end, every " + std::to_string(every) + "\n";
    }
  }
  const Outcomes there = reachable_outcomes(program);
  const bool possible = std::includes(there.begin(), there.end(), found.begin(), found.end());
  const bool complete = !explored.counters.coverage.exhausted || found.size() == there.size();
  return possible && complete ? "" : "an end is lost, every " + std::to_string(every) + "\n";
}

void check_ends(uint64_t first, uint64_t count) {
  check_seeds(
      first, count, [](uint64_t seed) { return random_spinning_program(seed, 1); },
      [](const Program& program) {
        std::string text;
        for (const uint32_t every : {1U, 2U, 3U, 8U}) {
          text += lost_ends(program, every);
        }
        return text;
      });
}

// Whoever leaves out the rounds of a loop that waits has no more preemptions than before: a
// switch away from a yield is free, and the switch to it is saved or leads to where that one
// went.  So no end, and no error, needs more preemptions when fairness cuts such rounds short.
std::string dearer_ends(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  if (!naive.complete) {
    return "";
  }
  std::string text;
  for (const uint32_t every : {1U, 2U, 8U}) {
    for (uint32_t bound = 0; bound <= 2; ++bound) {
      Request request;
      request.fair_every = every;
      request.bound = bound;
      request.steps = 400;
      const std::string lost = lost_or_dearer(cheapest(within(naive.runs, bound)),
                                              cheapest(explore_program(program, request).runs));
      text += lost.empty() ? "" : "every " + std::to_string(every) + ":\n" + lost;
    }
  }
  return text;
}

void check_prices(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_spinning_program(seed, 1), limits); },
      [&](const Program& program) {
        return spins_for_ever(program) ? "" : dearer_ends(program, limits);
      });
}

// A search that is to end when fairness acts does so if, and only if, it acts in the whole of it;
// if not, the two are the same.  Whether it does is the same for every reduction.
std::string wrong_try(const Program& program, const Request& request, bool& acts) {
  const Explored whole = explore_program(program, request);
  acts = whole.counters.fairness_acted;
  Request trying = request;
  trying.ends_when_fair = true;
  const Explored tried = explore_program(program, trying);
  if (tried.counters.fairness_acted != acts) {
    return acts ? "a try does not see that fairness acts\n" : "a try sees fairness act\n";
  }
  const bool same = tried.runs == whole.runs && tried.states == whole.states &&
                    tried.counters.pruned == whole.counters.pruned &&
                    tried.counters.coverage.exhausted == whole.counters.coverage.exhausted;
  return acts || same ? "" : "a try changes what is done\n";
}

std::string wrong_tries(const Program& program) {
  std::string text;
  for (const uint32_t every : {1U, 2U, 4U}) {
    bool expected = false;
    for (const explore::Reduction reduction :
         {explore::Reduction::none, explore::Reduction::cache, explore::Reduction::dpor}) {
      for (const uint32_t bound : {1U, 2U}) {
        Request request;
        request.fair_every = every;
        request.bound = bound;
        request.steps = 200;
        request.reduction = reduction;
        bool acts = false;
        const std::string wrong = wrong_try(program, request, acts);
        text += wrong.empty() ? "" : "every " + std::to_string(every) + ": " + wrong;
        if (reduction == explore::Reduction::none) {
          expected = bound == 1 ? acts : expected;
        } else if (bound == 1 && acts != expected) {
          text += "a reduction hides whether fairness acts, every " + std::to_string(every) + "\n";
        }
      }
    }
  }
  return text;
}

void check_tries(uint64_t first, uint64_t count) {
  check_seeds(
      first, count,
      [](uint64_t seed) {
        return fitted(
            seed % 2 == 0 ? random_yielding_program(seed) : random_spinning_program(seed, 1),
            {.steps = 14, .executions = 2000});
      },
      [](const Program& program) { return spins_for_ever(program) ? "" : wrong_tries(program); });
}

class Fairness : public ::testing::TestWithParam<uint64_t> {};

TEST_P(Fairness, LosesOnlyExecutionsThatYieldALotAndInventsNone) {
  check_yielding_programs(GetParam() * 20, 20, {.steps = 60, .executions = 600});
}

TEST_P(Fairness, LosesOnlyRoundsOfASpinningProgramAndInventsNone) {
  check_spinning_programs(GetParam() * 5, 5, {.steps = 9, .executions = 600});
}

TEST_P(Fairness, LetsASpinningProgramEndInEveryWayItCan) { check_ends(GetParam() * 20, 20); }

TEST_P(Fairness, FindsEveryEndWithAsFewPreemptionsAsThereIsAWay) {
  check_prices(GetParam() * 10, 10, {.steps = 12, .executions = 2000});
}

TEST_P(Fairness, EndsATryIfAndOnlyIfItActs) { check_tries(GetParam() * 10, 10); }

INSTANTIATE_TEST_SUITE_P(Seeds, Fairness, ::testing::Range(uint64_t{0}, uint64_t{4}));

TEST(Soak, FairnessOnManyPrograms) {
  const uint64_t seed = fresh_seed();
  check_yielding_programs(seed, 3000, {.steps = 60, .executions = 2000});
  check_spinning_programs(seed, 500, {.steps = 12, .executions = 2000});
  check_ends(seed, 1000);
  check_prices(seed, 500, {.steps = 14, .executions = 20000});
  check_tries(seed, 500);
}

const Op kSpin{.act = Act::spin_until_flag};
const Op kRaise{.act = Act::raise_flag};

// while (!flag) yield, against flag = 1, however seldom fairness acts.
TEST(Spinning, AnyNumberOfYieldsIsLeftInTheEnd) {
  Program program;
  program.threads = {{kSpin}, {kRaise}};
  for (uint32_t every = 1; every <= 8; ++every) {
    Request request;
    request.fair_every = every;
    request.steps = 100;
    const Explored explored = explore_program(program, request);
    EXPECT_TRUE(explored.counters.coverage.exhausted);
    EXPECT_TRUE(explored.counters.fairness_removed_a_choice);
    EXPECT_EQ(outcomes_of(explored.runs), reachable_outcomes(program));
  }
}

// After 2k yields the raiser, enabled all the time, comes first: the spinner does
// at most 2k rounds of two steps, the raiser's two steps and two to see the flag and
// end.
TEST(Spinning, ASpinnerIsHeldBackAfterTwiceAsManyYieldsAsFairnessIsTold) {
  Program program;
  program.threads = {{kSpin}, {kRaise}};
  for (uint32_t every = 1; every <= 8; ++every) {
    Request request;
    request.fair_every = every;
    request.steps = 100;
    EXPECT_EQ(explore_program(program, request).counters.max_steps, 2 * (2 * every) + 4);
  }
}

TEST(Spinning, ASpinnerThatNobodyReleasesIsALivelock) {
  Program program;
  program.threads = {{kSpin}, {}};
  Request request;
  request.fair_every = 1;
  request.bound = kAll;
  request.steps = 30;
  const Explored explored = explore_program(program, request);
  EXPECT_GT(explored.runs.size(), 0U);
  for (const auto& [end, state] : outcomes_of(explored.runs)) {
    EXPECT_EQ(end, End::livelock);
  }
}

}  // namespace
}  // namespace heddle::crosscheck

// SPDX-License-Identifier: Apache-2.0
// The oracle of the reduction within a bound.  On random programs, within each bound: every trace
// is run that has an execution with so few preemptions, with its fewest, and no other.
#include "generate.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <set>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

constexpr uint32_t kAll = 0xffffffff;
constexpr uint32_t kMostPreemptions = 4;

States within(const States& states, uint32_t bound) {
  States some;
  for (const auto& [state, preemptions] : states) {
    if (preemptions <= bound) {
      some.insert({state, preemptions});
    }
  }
  return some;
}

std::set<std::pair<End, std::string>> ends_of(const Runs& runs, uint32_t bound) {
  std::set<std::pair<End, std::string>> ends;
  for (const Run& run : runs) {
    if (run.preemptions <= bound) {
      ends.insert({run.end, run.state});
    }
  }
  return ends;
}

// Executions that were begun for each trace within the bound, over all programs, and the time.
class Ratios {
 public:
  void add(uint32_t bound, double ratio) { of_[bound].push_back(ratio); }
  void add_time(uint32_t bound, double seconds) { seconds_[bound] += seconds; }
  void add_time_without_bound(double seconds) { seconds_without_ += seconds; }

  void print() {
    for (uint32_t bound = 0; bound <= kMostPreemptions; ++bound) {
      std::vector<double>& all = of_[bound];
      if (all.empty()) {
        continue;
      }
      std::sort(all.begin(), all.end());
      double sum = 0;
      for (const double ratio : all) {
        sum += ratio;
      }
      std::cout << "bound " << bound << ": executions for each trace: median "
                << all[all.size() / 2] << ", mean " << sum / static_cast<double>(all.size())
                << ", worst " << all.back() << ", in " << all.size()
                << " programs; time: " << seconds_[bound] / seconds_without_
                << " of that without a bound\n";
    }
  }

 private:
  std::array<std::vector<double>, kMostPreemptions + 1> of_;
  std::array<double, kMostPreemptions + 1> seconds_ = {};
  double seconds_without_ = 0;
};

std::string disagreement(const Program& program, const Limits& limits, Ratios& ratios) {
  Request request;
  request.steps = limits.steps;
  request.bound = kMostPreemptions;
  const Explored all = explore_program(program, request);
  request.reduction = explore::Reduction::dpor;
  request.executions = 16 * all.states.size() + all.runs.size() + 100;
  request.bound = kAll;
  ratios.add_time_without_bound(explore_program(program, request).seconds);
  std::string text;
  for (uint32_t bound = 0; bound <= kMostPreemptions; ++bound) {
    request.bound = bound;
    const Explored reduced = explore_program(program, request);
    ratios.add_time(bound, reduced.seconds);
    const States expected = within(all.states, bound);
    const std::string where = "within " + std::to_string(bound) + " preemptions ";
    if (reduced.states != expected) {
      size_t missing = 0;
      size_t dearer = 0;
      for (const auto& [state, preemptions] : expected) {
        const auto found = reduced.states.find(state);
        missing += found == reduced.states.end() ? 1 : 0;
        dearer += found != reduced.states.end() && found->second != preemptions ? 1 : 0;
      }
      text += where + std::to_string(missing) + " traces of " + std::to_string(expected.size()) +
              " are missing, " + std::to_string(dearer) + " have other preemptions, " +
              std::to_string(reduced.states.size()) + " were run\n";
    }
    if (ends_of(all.runs, bound) != ends_of(reduced.runs, bound)) {
      text += where + "other ends are reached\n";
    }
    if (reduced.counters.coverage.completed_bound < static_cast<int32_t>(bound) &&
        !reduced.counters.coverage.exhausted) {
      text += where + "it does not say that it has done all\n";
    }
    if (reduced.counters.diverged != 0) {
      text += where + "an execution diverged\n";
    }
    if (reduced.counters.coverage.unreduced == explore::Unreduced::no && !expected.empty()) {
      const size_t tried = reduced.runs.size() + reduced.counters.pruned;
      ratios.add(bound, static_cast<double>(tried) / static_cast<double>(expected.size()));
    }
  }
  return text;
}

// Where planning is given up soon, for a search without the bound or by states.
std::string disagreement_if_given_up(const Program& program, const Limits& limits) {
  Request request;
  request.steps = limits.steps;
  request.bound = kMostPreemptions;
  const Explored all = explore_program(program, request);
  request.reduction = explore::Reduction::dpor;
  std::string text;
  for (const explore::PlanningLimits& planning :
       {explore::PlanningLimits{20, 1}, explore::PlanningLimits{40, 0, 1000}}) {
    for (const uint32_t bound : {0U, 1U, 2U}) {
      request.bound = bound;
      request.planning = planning;
      const Explored reduced = explore_program(program, request);
      const explore::Coverage& coverage = reduced.counters.coverage;
      const States expected = within(all.states, bound);
      const States reached = within(reduced.states, coverage.beyond_bound ? kAll : bound);
      size_t missing = 0;
      for (const auto& state : expected) {
        missing += reached.contains(state.first) ? 0 : 1;
      }
      const std::string where = "within " + std::to_string(bound) + " preemptions ";
      if (missing != 0) {
        text += where + std::to_string(missing) + " traces of " + std::to_string(expected.size()) +
                " are missing\n";
      }
      if (coverage.completed_bound < static_cast<int32_t>(bound) && !coverage.exhausted) {
        text += where + "it does not say that it has done all\n";
      }
    }
  }
  return text;
}

Program mixed_program(uint64_t seed) {
  return seed % 4 == 3 ? random_yielding_program(seed) : random_program(seed);
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits,
                    Program (*make)(uint64_t) = mixed_program) {
  Ratios ratios;
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(make(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits, ratios); });
  ratios.print();
}

class BoundedReductionOfPrograms : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 125;
};

TEST_P(BoundedReductionOfPrograms, RunsEachTraceWithinTheBound) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600});
}

TEST_P(BoundedReductionOfPrograms, RunsEachTraceOfOneThatEndsEarly) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_stopping_program);
}

TEST_P(BoundedReductionOfPrograms, RunsEachTraceWhereCodeUsesThings) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_using_program);
}

TEST_P(BoundedReductionOfPrograms, RunsEachTraceWhereThreadsMeetAtBarriers) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_meeting_program);
}

TEST_P(BoundedReductionOfPrograms, RunsEachTraceOfGroupsOfThreads) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 80, .executions = 2500},
                 random_grouped_program);
}

TEST_P(BoundedReductionOfPrograms, LosesNothingWherePlanningIsGivenUp) {
  const Limits limits{.steps = 60, .executions = 600};
  check_seeds(
      GetParam() * kPrograms, kPrograms,
      [&](uint64_t seed) { return fitted(random_grouped_program(seed), limits); },
      [&](const Program& program) { return disagreement_if_given_up(program, limits); });
}

TEST_P(BoundedReductionOfPrograms, RunsEachTraceWhereThreadsArePinned) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_pinned_program);
}

INSTANTIATE_TEST_SUITE_P(Seeds, BoundedReductionOfPrograms,
                         ::testing::Range(uint64_t{0}, uint64_t{4}));

// When b has stored between the first two loads, which takes a preemption, it is not enough to run
// c to its end before a goes on, although nobody meets c: while a waits for c, before its last
// load, d can store for free.
TEST(BoundedReductionOfChosenPrograms, WaitsForAThreadThatMeetsNobody) {
  Program program;
  program.creates = true;
  program.threads = {{{.act = Act::create},
                      {.act = Act::create},
                      {.act = Act::create},
                      {.act = Act::load},
                      {.act = Act::load},
                      {.act = Act::join, .object = 2},
                      {.act = Act::load},
                      {.act = Act::join, .object = 1},
                      {.act = Act::join, .object = 3}},
                     {{.act = Act::store}},
                     {{.act = Act::post}},
                     {{.act = Act::store}}};
  Ratios ratios;
  EXPECT_EQ(disagreement(program, {.steps = 80, .executions = 0}, ratios), "");
}

// First for a search without the bound, and if that is too much as well, for one by states.
TEST(BoundedReductionOfChosenPrograms, IsGivenUpWherePlanningTakesTooMuch) {
  Program program;
  program.threads.resize(4, {{.act = Act::lock}, {.act = Act::unlock}});
  Request request;
  request.steps = 60;
  request.bound = 1;
  request.reduction = explore::Reduction::dpor;
  request.planning = {20, 1};
  const Explored without_bound = explore_program(program, request);
  EXPECT_TRUE(without_bound.counters.coverage.beyond_bound);
  EXPECT_TRUE(without_bound.counters.coverage.exhausted);
  EXPECT_EQ(without_bound.states.size(), 24U);  // orders of four threads
  request.planning = {20, 1, 1000};
  const Explored by_states = explore_program(program, request);
  EXPECT_FALSE(by_states.counters.coverage.beyond_bound);
  EXPECT_EQ(by_states.counters.coverage.unreduced, explore::Unreduced::planning);
  EXPECT_EQ(by_states.counters.coverage.completed_bound, 1);
  EXPECT_EQ(by_states.states.size(), 24U);
}

// The abort shows that a thread may keep the others from what they do, which would make a place to
// switch of every step.  It ends the search, so that this need not begin anew.
TEST(BoundedReductionOfChosenPrograms, EndsWithAFindingThatKeepsOthersFromGoingOn) {
  const Op stores[] = {{.act = Act::store, .object = 0}, {.act = Act::store, .object = 1}};
  Program program;
  program.threads.resize(4, {stores[0], stores[1]});
  program.threads.push_back({{.act = Act::load, .object = 1, .guard = true},
                             {.act = Act::load, .object = 1, .stop = Stop::abort}});
  Request request;
  request.bound = 2;
  request.findings = 1;
  request.reduction = explore::Reduction::dpor;
  request.planning = {40'000, 0};  // 16,000 suffice, or 110,000 to begin anew
  const Explored one = explore_program(program, request);
  ASSERT_EQ(one.found.size(), 1U);
  EXPECT_EQ(one.found.front().record.preemptions, 1U);
  EXPECT_EQ(one.runs.size(), 877U);
  EXPECT_EQ(one.counters.coverage.completed_bound, 0);
}

TEST(Soak, BoundedReductionOfManyStoppingPrograms) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_stopping_program);
}

TEST(Soak, BoundedReductionOfManyProgramsWhereCodeUsesThings) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_using_program);
}

TEST(Soak, BoundedReductionOfManyGroupsOfThreads) {
  check_programs(fresh_seed(), 20000, {.steps = 100, .executions = 20000}, random_grouped_program);
}

TEST(Soak, BoundedReductionOfManyPinnedPrograms) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_pinned_program);
}

TEST(Soak, BoundedReductionOfManyProgramsWhereThreadsMeetAtBarriers) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_meeting_program);
}

TEST(Soak, BoundedReductionOfManyPrograms) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000});
}

}  // namespace
}  // namespace heddle::crosscheck

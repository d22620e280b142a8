// SPDX-License-Identifier: Apache-2.0
// The oracle of order/ and of caching.  On random programs:
//   - steps that are said to be independent can be swapped;
//   - executions have the same fingerprint if and only if they are of the same trace;
//   - with `cache` the same states are reached within every bound, and the same is found; so they
//   are
//     with `dpor` where fairness acts, which has to go by states then.
#include "explore/testing.h"
#include "generate.h"
#include "naive.h"
#include "order/trace_order.h"
#include "seeds.h"
#include "tool.h"
#include "traces.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

using explore::StrategyKind;

constexpr uint32_t kAll = 0xffffffff;
constexpr uint32_t kHighestBound = 4;

// Whole, without what the set of states keeps with it.
order::Fingerprint fingerprint_of(const EventLog& log, const order::Uses& uses) {
  static explore::testing::TestArena arena(explore::Settings{});
  order::TraceOrder order(arena->order_memory, uses);
  order.begin();
  for (const event::Event& step : log) {
    order.add(step);
  }
  return order.fingerprint();
}

// Fingerprints and traces are one to one.
std::string wrong_fingerprints(const Explored& explored) {
  std::map<std::string, std::pair<uint64_t, uint64_t>> by_trace;
  std::map<std::pair<uint64_t, uint64_t>, std::string> by_fingerprint;
  for (size_t i = 0; i < explored.logs.size(); ++i) {
    const std::string trace = canonical_form(explored.logs[i], explored.used());
    const order::Fingerprint found = fingerprint_of(explored.logs[i], explored.used());
    const std::pair<uint64_t, uint64_t> fingerprint{found.low, found.high};
    const auto [same_trace, new_trace] = by_trace.emplace(trace, fingerprint);
    const auto [same_print, new_print] = by_fingerprint.emplace(fingerprint, trace);
    if (!new_trace && same_trace->second != fingerprint) {
      return explored.runs[i].word + " has another fingerprint than others of its trace\n";
    }
    if (!new_print && same_print->second != trace) {
      return explored.runs[i].word + " has the fingerprint of another trace\n" + trace +
             "instead of\n" + same_print->second;
    }
  }
  return by_trace.size() == explored.states.size() ? "" : "states are not counted right\n";
}

std::string wrong_swaps_of_any(const Program& program, const Explored& explored) {
  for (const EventLog& log : explored.logs) {
    const std::string text =
        wrong_swaps(program, log, explored.used()) + wrong_clocks(program, log);
    if (!text.empty()) {
      return text;
    }
  }
  return "";
}

// How executions end, and with how few preemptions.
std::map<std::pair<End, std::string>, uint32_t> ends_of(const Runs& runs) {
  std::map<std::pair<End, std::string>, uint32_t> ends;
  for (const Run& run : runs) {
    const auto [known, fresh] = ends.emplace(std::pair{run.end, run.state}, run.preemptions);
    known->second = std::min(known->second, run.preemptions);
  }
  return ends;
}

// States with the fewest preemptions of the executions that reach them.
States states_of(const Explored& explored) {
  States states;
  for (size_t i = 0; i < explored.logs.size(); ++i) {
    const order::Fingerprint found = fingerprint_of(explored.logs[i], explored.used());
    const uint32_t preemptions = explored.runs[i].preemptions;
    const auto [known, fresh] = states.emplace(std::pair{found.low, found.high}, preemptions);
    known->second = std::min(known->second, preemptions);
  }
  return states;
}

std::string name_of(const Request& request) {
  return std::string(request.strategy == StrategyKind::preemption_bound ? "icb" : "dfs") +
         " within " + std::to_string(request.bound) + ":\n";
}

// A reduction may see that there is nothing left where plain search has to look; there are
// `in_all` states.
std::string disagrees(explore::Reduction reduction, const Program& program, Request request,
                      size_t in_all) {
  request.reduction = explore::Reduction::none;
  const Explored all = explore_program(program, request);
  request.reduction = reduction;
  const Explored reduced = explore_program(program, request);
  std::string text;
  if (all.states != reduced.states || states_of(all).size() != all.states.size()) {
    text += std::to_string(reduced.states.size()) + " states instead of " +
            std::to_string(all.states.size()) + ", or with other preemptions\n";
  }
  if (ends_of(all.runs) != ends_of(reduced.runs)) {
    text += "other ends are reached\n";
  }
  const explore::Coverage& claimed = reduced.counters.coverage;
  if (claimed.exhausted ? reduced.states.size() != in_all
                        : all.counters.coverage.exhausted ||
                              claimed.completed_bound != static_cast<int32_t>(request.bound)) {
    text += "it claims more, or less, than it has done\n";
  }
  if (claimed.overflowed || reduced.counters.diverged != 0 ||
      reduced.counters.incomplete_from != all.counters.incomplete_from) {
    text += "it has not done what it should\n";
  }
  return text.empty() ? "" : name_of(request) + text;
}

std::string disagreement(const Program& program, const Limits& limits, uint32_t fair_every) {
  Request request;
  request.steps = limits.steps;
  request.fair_every = fair_every;
  const Explored explored = explore_program(program, request);
  std::string text = wrong_fingerprints(explored) + wrong_swaps_of_any(program, explored);
  for (const StrategyKind strategy : {StrategyKind::preemption_bound, StrategyKind::depth_first}) {
    request.strategy = strategy;
    for (const uint32_t bound : {0U, 1U, 2U, 3U, kHighestBound, kAll}) {
      request.bound = bound;
      text += disagrees(explore::Reduction::cache, program, request, explored.states.size());
    }
  }
  return text;
}

std::string dpor_disagrees(const Program& program, const Limits& limits, uint32_t fair_every) {
  Request request;
  request.steps = limits.steps;
  request.fair_every = fair_every;
  const size_t states = explore_program(program, request).states.size();
  std::string text;
  for (request.bound = 0; request.bound <= kHighestBound; ++request.bound) {
    text += disagrees(explore::Reduction::dpor, program, request, states);
  }
  return text;
}

Program some_program(uint64_t seed) {
  return seed % 4 == 3 ? random_yielding_program(seed) : random_program(seed);
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits,
                    Program (*make)(uint64_t) = some_program) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(make(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits, kUnfair); });
}

void check_stopping_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_stopping_program(seed), limits); },
      [&](const Program& program) {
        return disagreement(program, limits, kUnfair) + dpor_disagrees(program, limits, kUnfair);
      });
}

void check_yielding_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_yielding_program(seed), limits); },
      [&](const Program& program) {
        return disagreement(program, limits, 1) + disagreement(program, limits, 2) +
               dpor_disagrees(program, limits, 1) + dpor_disagrees(program, limits, 2);
      });
}

std::string caching_disagrees(const Program& program, const Limits& limits, uint32_t fair_every) {
  Request request;
  request.steps = limits.steps;
  request.fair_every = fair_every;
  const size_t states = explore_program(program, request).states.size();
  std::string text;
  for (const uint32_t bound : {0U, 1U, 2U, kHighestBound, kAll}) {
    request.bound = bound;
    text += disagrees(explore::Reduction::cache, program, request, states);
  }
  return text;
}

// Not every order of independent steps is one of its schedules.
void check_pinned_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_pinned_program(seed), limits); },
      [&](const Program& program) {
        return caching_disagrees(program, limits, kUnfair) + caching_disagrees(program, limits, 2) +
               dpor_disagrees(program, limits, kUnfair) + dpor_disagrees(program, limits, 2);
      });
}

class StatesOfPrograms : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 125;
};

TEST_P(StatesOfPrograms, OfARandomProgramAreItsTracesAndCachingReachesThemAll) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 150});
}

TEST_P(StatesOfPrograms, AreTheTracesWhereCodeUsesThings) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 150},
                 random_using_program);
}

TEST_P(StatesOfPrograms, AreTheTracesWhereThreadsMeetAtBarriers) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 150},
                 random_meeting_program);
}

TEST_P(StatesOfPrograms, AreAllReachedWhereFairnessActs) {
  check_yielding_programs(GetParam() * 10, 10, {.steps = 60, .executions = 150});
}

TEST_P(StatesOfPrograms, AreAllReachedWhereExecutionsEndEarly) {
  check_stopping_programs(GetParam() * 100, 100, {.steps = 60, .executions = 150});
}

TEST_P(StatesOfPrograms, AreAllReachedWhereThreadsArePinned) {
  check_pinned_programs(GetParam() * 60, 60, {.steps = 60, .executions = 150});
}

INSTANTIATE_TEST_SUITE_P(Seeds, StatesOfPrograms, ::testing::Range(uint64_t{0}, uint64_t{4}));

// What seldom comes up at random: who may pass whom, and who wakes whom, with four threads.
TEST(StatesOfChosenPrograms, AreTheirTracesAndCachingReachesThemAll) {
  const auto op = [](Act act, uint8_t count = 0) { return Op{.act = act, .mutex = count}; };
  const Op end_of_read = op(Act::rw_unlock);
  const std::vector<std::vector<std::vector<Op>>> programs = {
      {{op(Act::read_lock), end_of_read}, {op(Act::write_lock)}, {op(Act::read_lock), end_of_read}},
      {{op(Act::read_lock), end_of_read}, {op(Act::timed_write_lock)}, {op(Act::try_read_lock)}},
      {{op(Act::timed_write_lock)}, {op(Act::read_lock)}, {op(Act::timed_read_lock)}},
      {{op(Act::futex_wait)},
       {op(Act::futex_wait)},
       {op(Act::futex_wake, 1)},
       {op(Act::futex_wake, 1)}},
      {{op(Act::lock), op(Act::wait)}, {op(Act::signal)}, {op(Act::broadcast)}},
      {{op(Act::acquire)}, {op(Act::timed_acquire)}, {op(Act::post)}, {op(Act::post)}},
      {{op(Act::pass_barrier)}, {op(Act::pass_barrier)}, {op(Act::pass_barrier)}},
  };
  for (const std::vector<std::vector<Op>>& threads : programs) {
    for (const bool prefers_writers : {false, true}) {
      Program program;
      program.threads = threads;
      program.prefers_writers = {prefers_writers, prefers_writers};
      EXPECT_EQ(disagreement(program, {}, kUnfair), "") << to_string(program);
    }
  }
}

TEST(Soak, StatesOfManyProgramsWhereCodeUsesThings) {
  check_programs(fresh_seed(), 10000, {.steps = 60, .executions = 2000}, random_using_program);
}

TEST(Soak, StatesOfManyProgramsWhereThreadsMeetAtBarriers) {
  check_programs(fresh_seed(), 10000, {.steps = 60, .executions = 2000}, random_meeting_program);
}

TEST(Soak, StatesOfManyPrograms) {
  check_programs(fresh_seed(), 10000, {.steps = 60, .executions = 2000});
}

TEST(Soak, StatesOfManyPinnedPrograms) {
  check_pinned_programs(fresh_seed(), 5000, {.steps = 60, .executions = 2000});
}

TEST(Soak, StatesOfManyStoppingPrograms) {
  check_stopping_programs(fresh_seed(), 10000, {.steps = 60, .executions = 2000});
}

TEST(Soak, StatesOfManyProgramsWhereFairnessActs) {
  check_yielding_programs(fresh_seed(), 1000, {.steps = 60, .executions = 1000});
}

}  // namespace
}  // namespace heddle::crosscheck

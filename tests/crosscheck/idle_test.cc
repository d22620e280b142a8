// SPDX-License-Identifier: Apache-2.0
// A thread that would go round a loop to no effect waits until it would not.  On random programs
// with such loops:
//   - every end that there is is still come to, with as few preemptions, and no others are;
//   - all reductions reach the same states, with the same preemptions.
// And so is it if it is known in advance that it would, see explore/await_table.h.
#include "generate.h"
#include "naive.h"
#include "seeds.h"
#include "tool.h"

#include <map>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

using explore::Reduction;

constexpr uint32_t kAll = 0xffffffff;

// Runs of no more than limits.steps are all in `naive`; longer ones have ends of their own.
std::string lost_or_invented(const Program& program, const Enumerated& naive, Request request) {
  const Cheapest there = cheapest(within(naive.runs, request.bound));
  const Cheapest found = cheapest(explore_program(program, request).runs);
  std::string text = lost_or_dearer(there, found);
  const Outcomes possible = reachable_outcomes(program);
  for (const auto& [end, preemptions] : found) {
    if (!possible.contains(end)) {
      text += "an end is invented\n";
    }
  }
  return text;
}

// Without a bound, one execution of a trace stands for others with fewer preemptions.
template <typename Key>
std::map<Key, uint32_t> as_comparable(std::map<Key, uint32_t> found, const Request& request) {
  if (request.bound == kAll && explore::is_by_traces(request.reduction)) {
    for (auto& [key, preemptions] : found) {
      preemptions = 0;
    }
  }
  return found;
}

std::string disagreement(const Program& program, Request request) {
  request.reduction = Reduction::none;
  const Explored all = explore_program(program, request);
  std::string text;
  for (const Reduction reduction :
       {Reduction::cache, Reduction::dpor, Reduction::inspect, Reduction::sleep}) {
    const bool by_order = reduction == Reduction::inspect || reduction == Reduction::sleep;
    if (by_order && request.bound != kAll) {
      continue;
    }
    request.reduction = reduction;
    const Explored reduced = explore_program(program, request);
    const bool same =
        as_comparable(all.states, request) == as_comparable(reduced.states, request) &&
        as_comparable(cheapest(all.runs), request) ==
            as_comparable(cheapest(reduced.runs), request);
    if (!same || reduced.counters.diverged != 0 || reduced.counters.coverage.overflowed) {
      text += std::to_string(reduced.states.size()) + " states instead of " +
              std::to_string(all.states.size()) + ", or other ends, with reduction " +
              std::to_string(static_cast<int>(reduction)) + "\n";
    }
  }
  return text;
}

// Fairness acts on the second window of so many yields, and then holds a thread back until all who
// could go on have: before that, it has to have yielded at each of the reads in its loop.
uint32_t least_fair_every(const Program& program) {
  for (const auto& ops : program.threads) {
    for (const Op& op : ops) {
      if (op.act == Act::spin_while_both) {
        return 2;
      }
    }
  }
  return 1;
}

//   awaits: it is known in advance who would go round
std::string wrong_in(const Program& program, const Enumerated& naive, const Limits& limits,
                     bool awaits) {
  std::string text;
  for (const uint32_t bound : {0U, 1U, 2U, 3U, kAll}) {
    for (const uint32_t fair_every : {least_fair_every(program), 8U, kUnfair}) {
      Request request;
      request.bound = bound;
      request.fair_every = fair_every;
      request.holds_idle = true;
      request.awaits = awaits;
      request.steps = 3 * limits.steps;
      const std::string what =
          lost_or_invented(program, naive, request) + disagreement(program, request);
      if (!what.empty()) {
        text += "every " + std::to_string(fair_every) + " yields, within " + std::to_string(bound) +
                " preemptions" + (awaits ? ", known in advance" : "") + ":\n" + what;
      }
    }
  }
  return text;
}

std::string wrong(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  if (!naive.complete) {
    return "";
  }
  return wrong_in(program, naive, limits, false) + wrong_in(program, naive, limits, true);
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count,
      [&](uint64_t seed) {
        return fitted(seed % 4 == 3 ? random_spinning_program(seed, 1 + seed % 2)
                                    : random_waiting_program(seed),
                      limits);
      },
      [&](const Program& program) { return wrong(program, limits); });
}

class IdleLoops : public ::testing::TestWithParam<uint64_t> {};

TEST_P(IdleLoops, AreLeftOutWithoutLoss) {
  check_programs(GetParam() * 50, 50, {.steps = 14, .executions = 1000});
}

INSTANTIATE_TEST_SUITE_P(Seeds, IdleLoops, ::testing::Range(uint64_t{0}, uint64_t{4}));

// Where the loop is when what it reads is changed decides how it is left, and it can be anywhere
// without a preemption.
TEST(IdleLoopsOfTwoReads, AreLeftAtEitherOfThem) {
  const Op give_both{.act = Act::give};
  const Op give_upper{.act = Act::give, .object = 1};
  for (const Op& gives : {give_both, give_upper}) {
    Program program;
    program.threads = {
        {{.act = Act::store}, {.act = Act::spin_while_both, .guard = true}, {.act = Act::post}},
        {gives}};
    EXPECT_EQ(wrong(program, {.steps = 14, .executions = 10000}), "") << to_string(program);
  }
}

// Three threads that wait for one lock in loops: each looks twice at what it has seen.
TEST(IdleLoopsOfALock, MakeFewSchedules) {
  Program program;
  program.threads.assign(3, {{.act = Act::take}, {.act = Act::give}});
  Request request;
  request.fair_every = 8;
  request.steps = 200;
  request.bound = 2;
  request.holds_idle = true;
  const Explored explored = explore_program(program, request);
  EXPECT_LT(explored.counters.executions, 5000U);
  EXPECT_LT(explored.counters.max_steps, 30U);
  EXPECT_EQ(outcomes_of(explored.runs), reachable_outcomes(program));
}

TEST(Soak, IdleLoopsOfManyPrograms) {
  check_programs(fresh_seed(), 2000, {.steps = 16, .executions = 10000});
}

}  // namespace
}  // namespace heddle::crosscheck

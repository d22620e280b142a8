// SPDX-License-Identifier: Apache-2.0
// The oracle of the reductions.  On random programs, without a bound: every trace is run, and once,
// unless the process ends before its threads do; by `dpor`, none is cut short.
#include "generate.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

constexpr uint32_t kAll = 0xffffffff;

using explore::Reduction;

struct Named {
  const char* name;
  Reduction reduction;
};

constexpr Named kReductions[] = {
    {"dpor", Reduction::dpor}, {"inspect", Reduction::inspect}, {"sleep", Reduction::sleep}};

using Ends = std::map<std::pair<End, std::string>, uint32_t>;

Ends ends_of(const Runs& runs) {
  Ends ends;
  for (const Run& run : runs) {
    ++ends[{run.end, run.state}];
  }
  return ends;
}

std::string missing_in(const States& all, const States& some) {
  size_t missing = 0;
  for (const auto& [state, preemptions] : all) {
    missing += some.count(state) == 0 ? 1 : 0;
  }
  return std::to_string(missing);
}

// Whether it is always known what a step comes to that is done earlier.  Where it is not, because
// the process ends before a thread has done it, a compare-exchange is of bytes that were never
// seen, or a wait has several outcomes, more of the others may be tried with it than need be.
bool is_plain(const Program& program, const Runs& runs) {
  for (const std::vector<Op>& ops : program.threads) {
    for (const Op& op : ops) {
      if (op.act == Act::exchange_zero || op.act == Act::timed_wait || op.after != After::nothing ||
          op.act == Act::call_once) {
        return false;
      }
    }
  }
  const auto cut_off = [](const Run& run) { return run.end == End::misuse; };
  return !program.exits && !program.last_ends && std::none_of(runs.begin(), runs.end(), cut_off);
}

Request request_for(const Limits& limits, Reduction reduction) {
  Request request;
  request.steps = limits.steps;
  request.bound = kAll;
  request.fair_every = kUnfair;
  request.reduction = reduction;
  return request;
}

bool stops(const Program& program) {
  return std::any_of(program.threads.begin(), program.threads.end(), [](const auto& ops) {
    return std::any_of(ops.begin(), ops.end(), [](const Op& op) { return op.stop != Stop::never; });
  });
}

bool exchanges(const Program& program) {
  return std::any_of(program.threads.begin(), program.threads.end(), [](const auto& ops) {
    return std::any_of(ops.begin(), ops.end(),
                       [](const Op& op) { return op.act == Act::exchange_zero; });
  });
}

// Whether more is run than need be.  How many traces there are that an assumption cuts off is not
// known.
bool is_too_much(const Program& program, const Explored& all, const Explored& reduced,
                 Reduction reduction) {
  if (reduced.counters.coverage.unreduced != explore::Unreduced::no) {
    return false;
  }
  const size_t tried = reduced.runs.size() + reduced.counters.pruned;
  if (reduction != Reduction::dpor || stops(program)) {
    // Where a process ends early, what a compare-exchange would find was perhaps never seen.
    const bool is_known = reduction != Reduction::dpor || !exchanges(program);
    return reduced.runs.size() > (is_known ? 1 : 2) * all.states.size() ||
           tried > all.runs.size() + all.counters.pruned;
  }
  return tried > (is_plain(program, all.runs) ? 1 : 8) * all.states.size();
}

std::string disagreement(const Program& program, const Limits& limits, const Explored& all,
                         Reduction reduction) {
  Request request = request_for(limits, reduction);
  request.executions = 16 * all.states.size() + all.runs.size() + 100;
  const Explored reduced = explore_program(program, request);
  std::string text;
  if (missing_in(all.states, reduced.states) != "0") {
    text += missing_in(all.states, reduced.states) + " traces of " +
            std::to_string(all.states.size()) + " are missing\n";
  }
  if (missing_in(reduced.states, all.states) != "0") {
    text += "there are traces that are none\n";
  }
  const Ends ends = ends_of(all.runs);
  const Ends found = ends_of(reduced.runs);
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  if (!std::equal(ends.begin(), ends.end(), found.begin(), found.end(), same)) {
    text += "other ends are reached\n";
  }
  if (is_too_much(program, all, reduced, reduction) || reduced.counters.diverged != 0) {
    text += std::to_string(reduced.runs.size()) + " executions for " +
            std::to_string(all.states.size()) + " traces, " +
            std::to_string(reduced.counters.pruned) + " cut short\n";
  }
  if (!reduced.counters.coverage.exhausted) {
    text += "it does not say that it has done all\n";
  }
  if (!text.empty() && all.runs.size() < 60) {
    text += "all:";
    for (const Run& run : all.runs) {
      text += ' ' + run.word;
    }
    text += "\nrun:";
    for (const Run& run : reduced.runs) {
      text += ' ' + run.word;
    }
    text += '\n';
  }
  return text;
}

std::string disagreement(const Program& program, const Limits& limits) {
  const Explored all = explore_program(program, request_for(limits, Reduction::none));
  for (const auto& [name, reduction] : kReductions) {
    const std::string text = disagreement(program, limits, all, reduction);
    if (!text.empty()) {
      return std::string(name) + ": " + text;
    }
  }
  return "";
}

// Where one finding is wanted, it is one of those with the fewest preemptions, and all schedules
// with fewer have been searched.
std::string wrong_finding(const Program& program, const Limits& limits) {
  const Explored all = explore_program(program, request_for(limits, Reduction::none));
  uint32_t fewest = kAll;
  for (const Run& run : all.runs) {
    fewest = run.end == End::done ? fewest : std::min(fewest, run.preemptions);
  }
  for (const auto& [name, reduction] : kReductions) {
    Request request = request_for(limits, reduction);
    request.findings = 1;
    const Explored one = explore_program(program, request);
    if (one.found.size() != (fewest == kAll ? 0 : 1)) {
      return std::string(name) + ": " + std::to_string(one.found.size()) + " findings\n";
    }
    if (fewest == kAll) {
      continue;
    }
    const uint32_t found = one.found.front().record.preemptions;
    if (found != fewest) {
      return std::string(name) + ": a finding with " + std::to_string(found) +
             " preemptions, not " + std::to_string(fewest) + "\n";
    }
    for (const auto& [state, preemptions] : all.states) {
      const bool claimed =
          static_cast<int32_t>(preemptions) <= one.counters.coverage.completed_bound;
      if (claimed && one.states.count(state) == 0) {
        return std::string(name) + ": more is claimed than was done\n";
      }
    }
  }
  return "";
}

void check_findings(uint64_t first, uint64_t count, const Limits& limits,
                    Program (*make)(uint64_t)) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(make(seed), limits); },
      [&](const Program& program) { return wrong_finding(program, limits); });
}

Program mixed_program(uint64_t seed) {
  return seed % 4 == 3 ? random_yielding_program(seed) : random_program(seed);
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits,
                    Program (*make)(uint64_t) = mixed_program) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(make(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

// Nobody knows what the code after a step uses if that is done elsewhere, so more may be tried than
// need be.
void check_using_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_using_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

class ReductionsOfPrograms : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 125;
};

TEST_P(ReductionsOfPrograms, RunEachTraceOnce) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600});
}

TEST_P(ReductionsOfPrograms, RunEachTraceWhereCodeUsesThings) {
  check_using_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600});
}

// Where that keeps threads from being left, states are cached instead.
TEST_P(ReductionsOfPrograms, RunEachTraceWhereThreadsArePinned) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_pinned_program);
}

TEST_P(ReductionsOfPrograms, RunEachTraceWhereThreadsMeetAtBarriers) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_meeting_program);
}

TEST_P(ReductionsOfPrograms, TellAFindingWithTheFewestPreemptions) {
  const Limits limits{.steps = 60, .executions = 600};
  check_findings(GetParam() * kPrograms, kPrograms, limits, mixed_program);
  check_findings(GetParam() * kPrograms, kPrograms, limits, random_stopping_program);
  check_findings(GetParam() * kPrograms, kPrograms, limits, random_using_program);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReductionsOfPrograms, ::testing::Range(uint64_t{0}, uint64_t{4}));

class ReductionsOfStoppingPrograms : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 250;
};

// Executions that an assumption, an abort or an exit cuts off.
TEST_P(ReductionsOfStoppingPrograms, RunEachTraceOnce) {
  check_programs(GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 600},
                 random_stopping_program);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReductionsOfStoppingPrograms,
                         ::testing::Range(uint64_t{0}, uint64_t{4}));

// What seldom comes up at random: who reads already, and asks to read once more, waits for a writer
// that has come in between.
// What a compare-exchange would find elsewhere is what another one has left there, or what it has
// found itself, since nothing of it was changed in between.
TEST(ReductionsOfChosenPrograms, RunEachTraceOnceWhereCompareExchangesFail) {
  const Op whole{.act = Act::exchange_zero};
  const Op half{.act = Act::exchange_zero, .object = 1};
  const Op give{.act = Act::give, .object = 1};
  const Op store{.act = Act::store, .object = 1};
  const Op load{.act = Act::load, .object = 1};
  const Op load_or_stop{.act = Act::load, .object = 1, .stop = Stop::assume, .stops_at_zero = true};
  const std::vector<std::vector<std::vector<Op>>> programs = {
      {{half}, {half}, {half}, {half}},
      {{half, half}, {half, half}, {half}},
      {{half, give}, {half, give}, {half}},
      {{half, give, half}, {half, give}, {give}},
      {{whole}, {store, store, load_or_stop}, {load}},
  };
  for (const std::vector<std::vector<Op>>& threads : programs) {
    Program program;
    program.threads = threads;
    const Limits limits;
    const Explored all = explore_program(program, request_for(limits, Reduction::none));
    const Explored reduced = explore_program(program, request_for(limits, Reduction::dpor));
    EXPECT_EQ(disagreement(program, limits), "") << to_string(program);
    EXPECT_EQ(reduced.runs.size(), all.states.size()) << to_string(program);
  }
}

TEST(ReductionsOfChosenPrograms, RunEachTraceOnce) {
  const auto op = [](Act act) { return Op{.act = act}; };
  const std::vector<std::vector<std::vector<Op>>> programs = {
      {{op(Act::read_lock), op(Act::read_lock)}, {op(Act::read_lock), op(Act::write_lock)}},
      {{op(Act::timed_read_lock), op(Act::read_lock)},
       {op(Act::try_read_lock), op(Act::write_lock)}},
      {{op(Act::write_lock)},
       {op(Act::try_read_lock), op(Act::read_lock)},
       {op(Act::try_write_lock)}},
  };
  for (const std::vector<std::vector<Op>>& threads : programs) {
    for (const bool prefers_writers : {false, true}) {
      Program program;
      program.threads = threads;
      program.prefers_writers = {prefers_writers, prefers_writers};
      EXPECT_EQ(disagreement(program, {}), "") << to_string(program);
    }
  }
}

TEST(Soak, FindingsOfManyPrograms) {
  const Limits limits{.steps = 80, .executions = 3000};
  check_findings(fresh_seed(), 10000, limits, mixed_program);
  check_findings(fresh_seed(), 10000, limits, random_stopping_program);
  check_findings(fresh_seed(), 10000, limits, random_using_program);
}

TEST(Soak, ReductionsOfManyStoppingPrograms) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_stopping_program);
}

TEST(Soak, ReductionsOfManyProgramsWhereCodeUsesThings) {
  check_using_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000});
}

TEST(Soak, ReductionsOfManyPinnedPrograms) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_pinned_program);
}

TEST(Soak, ReductionsOfManyProgramsWhereThreadsMeetAtBarriers) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000}, random_meeting_program);
}

TEST(Soak, ReductionsOfManyPrograms) {
  check_programs(fresh_seed(), 20000, {.steps = 80, .executions = 3000});
}

}  // namespace
}  // namespace heddle::crosscheck

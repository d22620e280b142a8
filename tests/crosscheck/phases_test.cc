// SPDX-License-Identifier: Apache-2.0
// Iterative context bounding in phases: whatever their width, the same executions are done as by
// brute force, those of a phase before those of the next, and a bug is told by an execution with
// the fewest preemptions that show it.
#include "generate.h"
#include "naive.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

constexpr uint32_t kAll = 0xffffffff;
constexpr uint32_t kWidest = 3;

// At the end of phase i, (i + 1) * width + i preemptions are done.
uint32_t phase_of(uint32_t preemptions, uint32_t width) { return preemptions / (width + 1); }

std::string disorder(const Runs& runs, uint32_t width) {
  for (size_t i = 1; i < runs.size(); ++i) {
    if (phase_of(runs[i].preemptions, width) < phase_of(runs[i - 1].preemptions, width)) {
      return to_string(runs[i]) + " comes after " + to_string(runs[i - 1]) + "\n";
    }
  }
  return "";
}

uint32_t fewest_of_a_failure(const Runs& runs) {
  uint32_t fewest = kAll;
  for (const Run& run : runs) {
    fewest = run.end == End::done ? fewest : std::min(fewest, run.preemptions);
  }
  return fewest;
}

// All that there is is wanted.
std::string wrong_exploration(const Program& program, const Enumerated& naive,
                              const Request& request) {
  const Explored explored = explore_program(program, request);
  const Runs expected = within(naive.runs, request.bound);
  const bool all = expected.size() == naive.runs.size();
  std::string text =
      difference(expected, explored.runs) + disorder(explored.runs, request.phase_width);
  const explore::Coverage& coverage = explored.counters.coverage;
  if (coverage.exhausted != all ||
      (!all && coverage.completed_bound != static_cast<int32_t>(request.bound))) {
    text += "the coverage is not told right\n";
  }
  for (const Found& found : explored.found) {
    const Run& run = explored.runs[found.record.execution - 1];
    if (run.preemptions != found.record.preemptions) {
      text += "the preemptions of a finding are not told right\n";
    }
  }
  return text;
}

// One finding is wanted.
std::string wrong_finding(const Program& program, const Enumerated& naive, Request request) {
  request.findings = 1;
  const Explored explored = explore_program(program, request);
  const uint32_t fewest = fewest_of_a_failure(within(naive.runs, request.bound));
  if (explored.found.size() != (fewest == kAll ? 0 : 1)) {
    return std::to_string(explored.found.size()) + " findings\n";
  }
  if (fewest == kAll) {
    return "";
  }
  const explore::FindingRecord& record = explored.found.front().record;
  if (record.preemptions != fewest) {
    return "a finding with " + std::to_string(record.preemptions) + " preemptions, not " +
           std::to_string(fewest) + "\n";
  }
  const int32_t claimed = explored.counters.coverage.completed_bound;
  if (claimed >= 0) {
    const auto bound = static_cast<uint32_t>(claimed);
    if (within(explored.runs, bound).size() != within(naive.runs, bound).size()) {
      return "a bound is claimed that is not done\n";
    }
  }
  const Explored again = replay_program(program, explored.found.front(), request.steps);
  return again.runs.size() == 1 && again.runs[0].preemptions == fewest ? "" : "it does not recur\n";
}

std::string disagreement(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  if (!naive.complete) {
    return "";
  }
  std::string text;
  Request request;
  request.steps = limits.steps;
  for (request.phase_width = 0; request.phase_width <= kWidest; ++request.phase_width) {
    for (const uint32_t bound : {0U, 1U, 2U, 4U, kAll}) {
      request.bound = bound;
      const std::string wrong =
          wrong_exploration(program, naive, request) + wrong_finding(program, naive, request);
      if (!wrong.empty()) {
        text += "phases of " + std::to_string(request.phase_width) + ", bound " +
                std::to_string(bound) + ":\n" + wrong;
      }
    }
  }
  return text;
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

class Phases : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 125;
};

TEST_P(Phases, OfAnyWidthDoTheSameAndFindBugsWithTheFewestPreemptions) {
  check_programs(7000 + GetParam() * kPrograms, kPrograms, {.steps = 60, .executions = 150});
}

INSTANTIATE_TEST_SUITE_P(Seeds, Phases, ::testing::Range(uint64_t{0}, uint64_t{4}));

TEST(Soak, PhasesOfManyPrograms) {
  check_programs(fresh_seed(), 10000, {.steps = 60, .executions = 1000});
}

}  // namespace
}  // namespace heddle::crosscheck

// SPDX-License-Identifier: Apache-2.0
#include "cli/guarantee.h"

#include "supervise/launch.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

using report::Bound;

// The highest bound of which every execution was done, and seen to its end.
std::optional<Bound> completed_bound(const explore::Counters& counters, const Bound& requested) {
  const explore::Coverage& coverage = counters.coverage;
  if (coverage.overflowed || coverage.completed_bound < 0 || counters.incomplete_from == 0) {
    return std::nullopt;
  }
  if (counters.incomplete_from != UINT32_MAX) {
    const auto completed = static_cast<uint32_t>(coverage.completed_bound);
    return Bound{.all = false, .preemptions = std::min(completed, counters.incomplete_from - 1)};
  }
  if (coverage.exhausted) {
    return requested;
  }
  return Bound{.all = false, .preemptions = static_cast<uint32_t>(coverage.completed_bound)};
}

std::string statement(const Bound& completed, bool exhausted) {
  if (completed.all) {
    return "Every schedule is covered.";
  }
  return fmt::format("Every schedule with at most {} preemption{} is covered{}.",
                     completed.preemptions, completed.preemptions == 1 ? "" : "s",
                     exhausted ? ", and there are no others" : "");
}

std::string input_assumption(const supervise::Program& program, bool input_ended) {
  std::string text = "this input: ";
  const size_t arguments = program.arguments.size() - 1;
  text += arguments == 0 ? "no arguments"
                         : fmt::format("{} argument{}", arguments, arguments == 1 ? "" : "s");
  text += program.standard_input.empty()
              ? ", empty standard input"
              : fmt::format(", {} bytes of standard input", program.standard_input.size());
  return input_ended ? text : text + " (which had not come to its end)";
}

}  // namespace

void state_guarantee(const supervise::Exploration& exploration, const supervise::Program& program,
                     bool input_ended, report::Summary& summary) {
  const explore::Counters& counters = exploration.counters;
  if (counters.diverged == 0) {
    summary.completed = completed_bound(counters, summary.requested);
  }
  if (summary.completed.has_value()) {
    summary.statement = statement(
        *summary.completed, counters.coverage.exhausted && counters.incomplete_from == UINT32_MAX);
  }
  std::vector<std::string>& assumptions = summary.assumptions;
  assumptions.push_back(input_assumption(program, input_ended));
  assumptions.push_back(
      "no data races: only synchronization calls are scheduling points, and races are not checked");
  assumptions.push_back("sequentially consistent memory");
  assumptions.push_back(
      fmt::format("virtual time, and random numbers from seed {}", exploration.settings.seed));
  if (counters.fairness_removed_a_choice) {
    assumptions.push_back("assuming that a thread yields only while it cannot progress");
  }
  if (counters.assumption_failed > 0) {
    assumptions.push_back(fmt::format(
        "assuming that every heddle_assume holds (executions dropped where one did not: {})",
        counters.assumption_failed));
  }
  if (!supervise::addresses_can_be_fixed()) {
    assumptions.push_back(
        "what the program does is independent of its addresses, which differ "
        "from run to run here");
  }
  summary.uncontrolled = exploration.uncontrolled;
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/check_reduction.h"

#include "cli/output.h"
#include "cli/scope.h"
#include "supervise/exploration.h"
#include "supervise/machine.h"

#include <map>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

// The fewest preemptions with which each state was reached.
using States = std::map<std::pair<uint64_t, uint64_t>, uint32_t>;

struct Reached {
  std::string reduction;  // as it was used
  uint64_t executions = 0;
  bool whole = false;  // all within the bound was done
  States states;
};

base::Result<RunPlan> plan_by(const std::string& reduction, const RunOptions& asked) {
  RunOptions options = asked;
  options.reduction = reduction;
  options.keep_going = true;
  return understand(options, true);
}

base::Result<Reached> explore_by(const std::string& reduction, const RunPlan& plan,
                                 const supervise::Program& program,
                                 const supervise::Limits& limits) {
  supervise::Request request;
  request.settings = plan.settings;
  request.settings.start_time = now_nanoseconds();
  if (request.settings.snapshot_by == explore::SnapshotBy::none) {
    request.settings.snapshot_by = supervise::best_snapshot();
  }
  request.limits = limits;  // of both of them together
  request.keep_states = true;
  const base::Result<std::vector<std::string>> notes = settle_scope(plan, program, request);
  if (!notes.ok()) {
    return notes.error();
  }
  base::Result<verdict::Exploration> explored = supervise::explore_program(program, request);
  if (!explored.ok()) {
    return explored.error();
  }
  const verdict::Exploration& result = explored.value();
  const explore::Coverage& coverage = result.counters.coverage;
  const bool within =
      coverage.completed_bound >= 0 &&
      static_cast<uint32_t>(coverage.completed_bound) >= request.settings.max_preemptions;
  const bool as_asked = coverage.unreduced == explore::Unreduced::no;
  Reached reached{.reduction = as_asked             ? reduction
                               : coverage.by_states ? "cache"
                                                    : "none",
                  .executions = result.counters.executions,
                  .whole = (coverage.exhausted || within) && result.states.has_value() &&
                           !coverage.overflowed && result.stopped == verdict::Stopped::no,
                  .states = {}};
  for (const verdict::State& state : result.reached) {
    reached.states[{state.fingerprint.low, state.fingerprint.high}] = state.preemptions;
  }
  return reached;
}

std::string line_of(const std::string& asked, const Reached& reached) {
  return fmt::format(
      "{}{}: {} executions, {} states{}\n", asked,
      asked == reached.reduction ? ""
                                 : " (which the program does not allow: " + reached.reduction + ")",
      reached.executions, reached.states.size(), reached.whole ? "" : "; stopped before the end");
}

// How many of `a` are not in `b`.
size_t missing_in(const States& a, const States& b) {
  size_t missing = 0;
  for (const auto& [state, preemptions] : a) {
    missing += b.count(state) == 0 ? 1 : 0;
  }
  return missing;
}

size_t reached_with_others(const States& a, const States& b) {
  size_t others = 0;
  for (const auto& [state, preemptions] : a) {
    const auto other = b.find(state);
    others += other != b.end() && other->second != preemptions ? 1 : 0;
  }
  return others;
}

}  // namespace

int check_reduction(const RunOptions& options, const supervise::Program& program,
                    const supervise::Limits& limits) {
  const size_t comma = options.check_reduction.find(',');
  if (comma == std::string::npos || comma == 0 || comma + 1 == options.check_reduction.size() ||
      !options.reduction.empty()) {
    return complain(
        "--check-reduction takes two reductions, as in dpor,none, and goes without --reduction");
  }
  const std::string names[] = {options.check_reduction.substr(0, comma),
                               options.check_reduction.substr(comma + 1)};
  RunPlan plans[2];
  for (size_t i = 0; i < 2; ++i) {
    base::Result<RunPlan> plan = plan_by(names[i], options);
    if (!plan.ok()) {
      return complain(plan.error().sentence);
    }
    plans[i] = std::move(plan.value());
  }
  Reached reached[2];
  const Terminal terminal(STDOUT_FILENO);
  std::string text;
  for (size_t i = 0; i < 2; ++i) {
    base::Result<Reached> result = explore_by(names[i], plans[i], program, limits);
    if (!result.ok()) {
      return complain(result.error().sentence);
    }
    reached[i] = std::move(result.value());
    text += line_of(names[i], reached[i]);
  }
  if (!reached[0].whole || !reached[1].whole) {
    text += "incomplete: one of them has not come to its end, so nothing can be said.\n";
    return status_after(terminal.print(text), verdict::kStatusIncomplete);
  }
  const size_t first = missing_in(reached[0].states, reached[1].states);
  const size_t second = missing_in(reached[1].states, reached[0].states);
  const bool bounded = options.preemptions != "all";
  const size_t others = bounded ? reached_with_others(reached[0].states, reached[1].states) : 0;
  if (first + second + others == 0) {
    text += fmt::format("the same states are reached{}.\n",
                        bounded ? ", and with as few preemptions" : "");
    return status_after(terminal.print(text), verdict::kStatusClean);
  }
  text += fmt::format(
      "{} states are reached by {} only, {} by {} only, {} with different "
      "numbers of preemptions: a bug in heddle, or the program is not "
      "deterministic.\n",
      first, names[0], second, names[1], others);
  return status_after(terminal.print(text), verdict::kStatusInternal);
}

}  // namespace heddle::cli

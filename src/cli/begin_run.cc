// SPDX-License-Identifier: Apache-2.0
#include "cli/begin_run.h"

#include "cli/check_reduction.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/refusals.h"
#include "cli/resume.h"
#include "cli/run_command.h"
#include "supervise/standard_input.h"

namespace heddle::cli {
namespace {

supervise::Limits limits_of(const RunPlan& plan, supervise::Clock::time_point begin) {
  supervise::Limits limits;
  limits.stuck_after = plan.stuck_after;
  limits.interrupted = interrupt_flag();
  if (plan.time.has_value()) {
    limits.deadline = begin + *plan.time;
  }
  return limits;
}

int resume_command(const RunOptions& now) {
  const auto begin = supervise::Clock::now();
  base::Result<TakenUp> taken_up = take_up(now);
  if (!taken_up.ok()) {
    return complain(taken_up.error().sentence);
  }
  const RunOptions& options = taken_up.value().options;
  base::Result<supervise::Program> program = find_again(taken_up.value());
  if (!program.ok()) {
    return complain(program.error().sentence);
  }
  base::Result<RunPlan> plan = understand(options, program.value().instrumented);
  if (!plan.ok()) {
    return complain(plan.error().sentence);
  }
  watch_for_interrupts();
  base::Result<std::unique_ptr<RunOutputs>> outputs = RunOutputs::open(options);
  if (!outputs.ok()) {
    return complain(outputs.error().sentence);
  }
  const supervise::Limits limits = limits_of(plan.value(), begin);
  return run({options, std::move(plan.value()), std::move(program.value()), *outputs.value(),
              limits, true, std::move(taken_up.value().search)});
}

}  // namespace

int begin_run(const RunOptions& options) {
  const auto begin = supervise::Clock::now();
  if (!options.resume.empty()) {
    return resume_command(options);
  }
  if (const std::string refusal = first_refusal(options); !refusal.empty()) {
    return complain(refusal);
  }
  base::Result<supervise::Program> program = supervise::find_program(options.command_line);
  if (!program.ok()) {
    return complain(program.error().sentence);
  }
  base::Result<RunPlan> plan = understand(options, program.value().instrumented);
  if (!plan.ok()) {
    return complain(plan.error().sentence);
  }
  watch_for_interrupts();
  const supervise::Limits limits = limits_of(plan.value(), begin);
  if (!options.check_reduction.empty()) {
    base::Result<supervise::StandardInput> input = supervise::take_standard_input(limits);
    if (!input.ok()) {
      return complain(input.error().sentence);
    }
    program.value().standard_input = std::move(input.value().bytes);
    return check_reduction(options, program.value(), limits);
  }
  base::Result<std::unique_ptr<RunOutputs>> outputs = RunOutputs::open(options);
  if (!outputs.ok()) {
    return complain(outputs.error().sentence);
  }
  base::Result<supervise::StandardInput> input = supervise::take_standard_input(limits);
  if (!input.ok()) {
    return complain(input.error().sentence);
  }
  program.value().standard_input = std::move(input.value().bytes);
  return run({options, std::move(plan.value()), std::move(program.value()), *outputs.value(),
              limits, input.value().ended, nullptr});
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/model_command.h"

#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/report_file.h"
#include "engine/model_check.h"
#include "model/text.h"
#include "report/json.h"
#include "report/message.h"
#include "report/text.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include <CLI/CLI.hpp>
#include <unistd.h>

namespace heddle::cli {
namespace {

base::Result<model::Program> read_model(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    return base::Error{"cannot read " + path + ": " + strerror(errno)};
  }
  base::Result<model::Program> program = model::parse(text);
  if (!program.ok()) {
    return base::Error{path + ": " + program.error().sentence};
  }
  return program;
}

verdict::RunFacts facts_of(const ModelOptions& options, const RunPlan& plan) {
  verdict::RunFacts facts;
  facts.path = options.file;
  facts.is_model = true;
  facts.settings = plan.settings;
  facts.bound = plan.bound;
  facts.by_delays = plan.delays.has_value();
  facts.climbs = plan.climbs;
  facts.time_limit = options.run.time;
  return facts;
}

int report_on(const verdict::Summary& summary, bool allow_incomplete, ReportFile* json) {
  const bool taken = json != nullptr && json->is_standard_output();
  const Terminal terminal(taken ? STDERR_FILENO : STDOUT_FILENO);
  const base::Result<size_t> printed =
      terminal.print(report::render_run(summary, terminal.style()));
  const int status = status_after(printed, verdict::exit_status(summary.verdict, allow_incomplete));
  return json == nullptr ? status
                         : status_after(json->write(report::to_json(summary) + "\n"), status);
}

}  // namespace

void declare_model_options(CLI::App& command, ModelOptions& options) {
  declare_schedule_options(command, options.run);
  declare_limits(command, options.run);
  declare_finding_options(command, options.run);
  declare_json(command, options.run);
  declare_fairness(command, options.run);
  command.add_option("FILE", options.file)->required();
}

int model_command(const ModelOptions& options) {
  const auto begin = supervise::Clock::now();
  base::Result<model::Program> program = read_model(options.file);
  if (!program.ok()) {
    return complain(program.error().sentence);
  }
  const base::Result<RunPlan> plan = understand(options.run, true);
  if (!plan.ok()) {
    return complain(plan.error().sentence);
  }
  std::unique_ptr<ReportFile> json;
  if (!options.run.json.empty()) {
    base::Result<std::unique_ptr<ReportFile>> opened = ReportFile::open(options.run.json);
    if (!opened.ok()) {
      return complain(opened.error().sentence);
    }
    json = std::move(opened.value());
  }
  watch_for_interrupts();
  supervise::Limits limits;
  limits.interrupted = interrupt_flag();
  if (plan.value().time.has_value()) {
    limits.deadline = begin + *plan.value().time;
  }
  verdict::Search search;
  search.settings = plan.value().settings;
  search.climbs = plan.value().climbs;
  verdict::Summary summary;
  summary.program = {options.file};
  describe(options.run, plan.value(), summary);
  engine::ModelCheck checked(std::move(program.value()), facts_of(options, plan.value()), limits,
                             report::message_of);
  const base::Result<verdict::Rounds> rounds = engine::check(checked, search, {}, summary);
  if (!rounds.ok()) {
    return complain(rounds.error().sentence);
  }
  return report_on(summary, options.run.allow_incomplete, json.get());
}

}  // namespace heddle::cli

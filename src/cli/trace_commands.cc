// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_commands.h"

#include "cli/captured_output.h"
#include "cli/duration.h"
#include "cli/interrupt.h"
#include "cli/origin.h"
#include "cli/output.h"
#include "report/gdb_session.h"
#include "report/message.h"
#include "report/text.h"
#include "supervise/replay.h"
#include "trace/reader.h"
#include "verdict/divergence.h"
#include "verdict/summary.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

// What is not known to be the user's own is run only with a program that the user has named, and
// without the variables that would bring in other code.
base::Result<trace::Trace> read_to_run(const ReplayOptions& options) {
  base::Result<trace::Trace> read = trace::read_file(options.trace);
  if (!read.ok()) {
    return read;
  }
  trace::Trace& trace = read.value();
  if (trace.program.empty()) {
    return base::Error{options.trace + " names no program"};
  }
  const std::string why = why_not_own(what_is_run(trace), trace.keyed_hash);
  if (!why.empty() && options.program.empty()) {
    return not_own(options.trace, why, command_of(trace));
  }
  if (!options.program.empty()) {
    std::error_code ignored;  // a file, which is not looked for in PATH
    trace.program.front() = std::filesystem::absolute(options.program, ignored).string();
  }
  if (!why.empty()) {
    const std::vector<std::string> removed = remove_foreign_code(trace);
    tell(fmt::format("{} is not known to be your own: {}. It runs: {}", options.trace, why,
                     command_of(trace)));
    if (!removed.empty()) {
      tell(fmt::format("not taken from it: {}", fmt::join(removed, ", ")));
    }
  }
  return read;
}

// The program of a trace, if it is still the one that was recorded.
base::Result<supervise::Program> program_of(const trace::Trace& trace, const std::string& path) {
  base::Result<supervise::Program> found = supervise::find_program(trace.program);
  if (!found.ok()) {
    return found.error();
  }
  supervise::Program& program = found.value();
  if (program.build_id != trace.build_id) {
    return base::Error{fmt::format(
        "{} was recorded with another build of {} (build id {}, now {}); run heddle again", path,
        program.path, trace.build_id, program.build_id)};
  }
  program.arguments.front() = program.path;
  program.directory = trace.directory;
  program.environment = trace.environment;
  program.standard_input = trace.standard_input;
  return found;
}

std::string where_it_went(const supervise::Replayed& replayed) {
  const std::optional<verdict::Divergence> divergence = verdict::divergence_of(replayed.difference);
  return divergence.has_value() ? "\n" + verdict::divergence_words(*divergence) : "";
}

std::string verdict_of(const trace::Trace& recorded, const supervise::Replayed& replayed,
                       int& status) {
  const bool has_finding = replayed.outcome.has_finding;
  const bool same = supervise::shows_again(replayed, recorded.finding);
  if (!same || (!replayed.same_steps && !has_finding)) {
    status = verdict::kStatusNondeterministic;
    return "The execution went another way than recorded: something outside heddle's control "
           "differs (files, network, time of day, another library)." +
           where_it_went(replayed);
  }
  if (!replayed.same_steps) {
    status = verdict::kStatusFinding;
    return "Reproduced, in an execution that went another way than recorded: " +
           report::shown_message(replayed.trace) + where_it_went(replayed);
  }
  status = has_finding ? verdict::kStatusFinding : verdict::kStatusClean;
  return has_finding ? "Reproduced: " + report::shown_message(replayed.trace)
                     : "The recorded execution ends without a finding, and did so again.";
}

std::string why_refused(const ReplayOptions& options) {
  if (!options.threads.empty() && options.threads != "fibers" && options.threads != "os") {
    return "--threads " + options.threads + " is not known; use fibers or os";
  }
  if (options.gdb && options.threads == "fibers") {
    return "gdb knows nothing of fibers; use --threads os with --gdb, or leave it out";
  }
  if (!options.gdb && !options.gdb_arguments.empty()) {
    return "what follows -- is for gdb, so use --gdb too";
  }
  return "";
}

// The status is gdb's own.
int replay_in_gdb(const supervise::Program& program, const trace::Trace& recorded,
                  const std::vector<std::string>& arguments) {
  base::Result<std::string> command = supervise::own_command();
  if (!command.ok()) {
    return complain(command.error().sentence);
  }
  base::Result<int> status = supervise::replay_in_gdb(
      program, recorded, {report::gdb_session(recorded, command.value()), arguments});
  return status.ok() ? status.value() : complain(status.error().sentence);
}

}  // namespace

int replay_command(const ReplayOptions& options) {
  const std::string refusal = why_refused(options);
  if (!refusal.empty()) {
    return complain(refusal);
  }
  base::Result<trace::Trace> recorded = read_to_run(options);
  if (!recorded.ok()) {
    return complain(recorded.error().sentence);
  }
  base::Result<supervise::Program> program = program_of(recorded.value(), options.trace);
  if (!program.ok()) {
    return complain(program.error().sentence);
  }
  recorded.value().program.front() = program.value().path;
  if (options.gdb) {
    return replay_in_gdb(program.value(), recorded.value(), options.gdb_arguments);
  }
  const auto stuck_after = parse_duration(options.stuck_after);
  if (!stuck_after.has_value() || stuck_after->count() == 0) {
    return complain("--stuck-after takes a time such as 5s, not '" + options.stuck_after + "'");
  }
  watch_for_interrupts();
  CapturedOutput output;
  supervise::Request request;
  request.settings.threads =
      options.threads == "os" ? explore::Threads::os : explore::Threads::fibers;
  request.output = output.descriptor();
  request.limits.stuck_after = *stuck_after;
  request.limits.interrupted = interrupt_flag();
  base::Result<supervise::Replayed> replayed =
      supervise::replay(program.value(), request, recorded.value());
  if (!replayed.ok()) {
    return complain(replayed.error().sentence);
  }
  const base::Result<size_t> shown = output.show(STDOUT_FILENO, "");
  if (replayed.value().stopped != verdict::Stopped::no) {
    complain("stopped by an interrupt before the execution had come to its end");
    return verdict::kStatusIncomplete;
  }
  int status = 0;
  const std::string verdict = verdict_of(recorded.value(), replayed.value(), status);
  const base::Result<size_t> told = Terminal(STDOUT_FILENO).print(verdict + "\n");
  return status_after(shown.ok() ? told : shown, status);
}

int show_command(const ShowOptions& options) {
  if (!options.html.empty()) {
    return complain("--html is not built yet");
  }
  base::Result<trace::Trace> recorded = trace::read_file(options.trace);
  if (!recorded.ok()) {
    return complain(recorded.error().sentence);
  }
  const Terminal terminal(STDOUT_FILENO);
  report::Style style = terminal.style();
  style.all = true;
  style.every_round = options.all;
  return status_after(terminal.print(report::render_trace(recorded.value(), style)),
                      verdict::kStatusClean);
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/resume.h"

#include "cli/arguments.h"
#include "cli/origin.h"
#include "cli/output.h"
#include "report/terminal.h"

#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

RunOptions read_again(const std::vector<std::string>& words) {
  RunOptions options;
  CLI::App app;
  declare_run_options(app, options);
  const Arguments arguments = split(words);
  app.parse(std::vector<std::string>(arguments.own.rbegin(), arguments.own.rend()));
  options.command_line = command_line(app.remaining(), arguments.rest);
  options.arguments = words;
  return options;
}

}  // namespace

Result<TakenUp> take_up(const RunOptions& now) {
  if (!now.command_line.empty()) {
    return Error{"--resume goes on with the program that the search was begun with; leave out '" +
                 now.command_line.front() + "'"};
  }
  Result<std::unique_ptr<SavedSearch>> search = SavedSearch::resume(absolute(now.resume));
  if (!search.ok()) {
    return search.error();
  }
  const SearchDescription& description = search.value()->description();
  const Result<std::string> input = search.value()->standard_input();
  if (!input.ok()) {
    return input.error();
  }
  const std::string why =
      why_not_own(what_is_run(description, input.value()), description.keyed_hash);
  if (!why.empty() && now.program.empty()) {
    return not_own("the search in " + now.resume, why, command_of(description));
  }
  RunOptions options;
  try {
    options = read_again(description.arguments);
  } catch (const CLI::ParseError&) {
    return Error{"the options of the search in " + now.resume + " cannot be read"};
  }
  if (options.command_line.empty()) {
    return Error{"the search in " + now.resume + " names no program"};
  }
  if (!why.empty()) {
    // Whoever wrote it is not to choose files that are written over.
    options.coverage.clear();
    options.log_schedules.clear();
  }
  if (!now.program.empty()) {
    options.command_line.front() = absolute(now.program);
  }
  if (!why.empty()) {
    tell(
        fmt::format("the search in {} is not known to be your own: {}. It was begun by: {}; it "
                    "goes on with {}",
                    now.resume, why, command_of(description), quoted_words(options.command_line)));
  }
  options.out = absolute(now.resume);
  options.resume = now.resume;
  options.json = now.json.empty() || now.json == "-" ? now.json : absolute(now.json);
  if (!now.coverage.empty()) {
    options.coverage = now.coverage == "-" ? now.coverage : absolute(now.coverage);
  }
  options.time = now.time;
  options.executions = now.executions;
  options.allow_incomplete = now.allow_incomplete;
  if (chdir(description.directory.c_str()) != 0) {
    return Error{"cannot go to " + description.directory + ", where the search was begun"};
  }
  return TakenUp{std::move(options), std::move(search.value())};
}

Result<supervise::Program> find_again(const TakenUp& taken_up) {
  Result<supervise::Program> program = supervise::find_program(taken_up.options.command_line);
  if (!program.ok()) {
    return program;
  }
  if (program.value().build_id != taken_up.search->description().build_id) {
    return Error{program.value().path +
                 " is not the program that the search was begun with; begin a new one"};
  }
  Result<std::string> input = taken_up.search->standard_input();
  if (!input.ok()) {
    return input.error();
  }
  program.value().standard_input = std::move(input.value());
  return program;
}

}  // namespace heddle::cli

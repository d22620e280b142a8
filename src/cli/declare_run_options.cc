// SPDX-License-Identifier: Apache-2.0
// What `heddle run --help` says, and what each option takes.
#include "cli/run_options.h"
#include "search/strategy_table.h"

#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

constexpr uint32_t kMostSteps = 50'000'000;
constexpr uint32_t kMostBugDepth = 100;

// Options that the contract names and that are still to come: --help says nothing of them, but
// they are known, so that they are refused for what they are.
constexpr const char* kLater[] = {"--junit", "--sarif", "--html"};

// A whole number in that range; the sentence says so otherwise.
CLI::Validator number(uint64_t least, uint64_t most) {
  return CLI::Validator(
      [least, most](const std::string& text) -> std::string {
        uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        const bool good = error == std::errc{} && rest == end && value >= least && value <= most;
        return good ? ""
                    : "takes a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", not '" + text + "'";
      },
      "");
}

// "icb (fewest preemptions first), dfs, …; or samples: random, …"
std::string strategies_in_order() {
  constexpr size_t kWidth = 71;
  std::string text;
  size_t line = 0;  // where it begins
  bool samples = false;
  for (const search::StrategyEntry& strategy : search::all_strategies()) {
    std::string words = text.empty() ? "" : samples == strategy.samples ? ", " : "; or samples: ";
    words += strategy.name;
    words += strategy.order.empty() ? "" : fmt::format(" ({})", strategy.order);
    samples = strategy.samples;
    text += words;
    if (text.size() - line > kWidth) {
      const size_t space = text.rfind(' ', line + kWidth);
      text[space] = '\n';
      line = space + 1;
    }
  }
  return text;
}

}  // namespace

void declare_schedule_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("--preemptions", options.preemptions,
                  "highest number of preemptions, or 'all'; bounds 0, 1, … are done in order\n"
                  "(2 with icb and dfs, else all)")
      ->type_name("N|all");
  command.add_option("--strategy", options.strategy, strategies_in_order())
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--depth", options.depth, "steps in which --strategy depth tries choices")
      ->type_name("N")
      ->check(number(1, kMostSteps));
  command
      .add_option("--depth-step", options.depth_step,
                  "by how many steps --strategy idfs goes deeper each time (10)")
      ->type_name("N")
      ->check(number(1, kMostSteps));
  command
      .add_option("--delays", options.delays, "highest number of delays of --strategy delay (2)")
      ->type_name("N|all");
  command
      .add_option("--bug-depth", options.bug_depth,
                  "depth of the bugs that --strategy pct looks for (3)")
      ->type_name("D")
      ->check(number(1, kMostBugDepth));
  command
      .add_option(
          "--csb", options.csb,
          "preemptions that a phase of icb allows for beyond its first (0: strictly in order)")
      ->type_name("N")
      ->check(number(0, 1'000'000));
  command
      .add_option("--reduction", options.reduction,
                  "dpor (one execution of each trace; the default where it can be), cache\n"
                  "(nothing below a state that was reached before), none; with --preemptions\n"
                  "all also inspect (backtrack and sleep sets) and sleep (sleep sets)")
      ->type_name("NAME");
}

namespace {

void declare_program_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("--check-reduction", options.check_reduction,
                  "run by two reductions, and compare the states that they reach: dpor,none")
      ->type_name("A,B");
  command
      .add_option("--visible", options.visible,
                  "what is a scheduling point: sync (synchronization), race (that, and data\n"
                  "found racing), all (every access to shared data)")
      ->type_name("WHAT")
      ->capture_default_str();
  command
      .add_option(
          "--races", options.races,
          "what becomes of a data race: stop (it is a finding), visible (its places become\n"
          "scheduling points, and it is listed), ignore (none is looked for)")
      ->type_name("WHAT")
      ->capture_default_str();
  command.add_flag("--reuse", options.reuse,
                   "a malloc may take a block that was freed among threads");
  command.add_flag("--volatile-sync", options.volatile_sync,
                   "volatile accesses synchronize, as atomic ones do");
  command
      .add_option("--scope", options.scope,
                  "preempt only in this code, and what it calls: fun:NAME, file:NAME,\n"
                  "module:NAME or namespace:NAME, with * for any characters")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command
      .add_option("--no-scope", options.no_scope,
                  "preempt never in this code, nor in what it calls")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command
      .add_option("--suppressions", options.suppressions,
                  "races that are not reported, in ThreadSanitizer's format")
      ->type_name("FILE");
  command
      .add_option("--reset", options.reset,
                  "how the program gets back to its start: snapshot, loop,\nfork, exec")
      ->type_name("HOW")
      ->capture_default_str();
  command
      .add_option("--snapshot-by", options.snapshot_by,
                  "how a snapshot finds what was written: auto, userfaultfd, mprotect")
      ->type_name("HOW")
      ->capture_default_str();
  command.add_option("--threads", options.threads, "how threads are run: fibers (faster) or os")
      ->type_name("HOW")
      ->capture_default_str();
}

}  // namespace

void declare_limits(CLI::App& command, RunOptions& options) {
  command
      .add_option(
          "--executions", options.executions,
          "stop after so many executions (10000 for samples\nwithout --time, else no limit)")
      ->type_name("N")
      ->check(number(1, INT64_MAX));
  command.add_option("--time", options.time, "stop after that time: 90s, 5m")->type_name("T");
  command.add_option("--steps", options.steps, "steps of one execution that count as a livelock")
      ->type_name("N")
      ->check(number(1, kMostSteps))
      ->capture_default_str();
  command
      .add_option("--seed", options.seed,
                  "seed of the random numbers that the program draws,\nand of samples")
      ->type_name("N")
      ->check(number(0, UINT64_MAX))
      ->capture_default_str();
}

namespace {

void declare_workers(CLI::App& command, RunOptions& options) {
  command.add_option("-j", options.jobs, "workers (1)")->type_name("N")->check(number(1, 1024));
}

}  // namespace

void declare_finding_options(CLI::App& command, RunOptions& options) {
  command.add_flag("--keep-going", options.keep_going, "go on after the first finding");
  command.add_option("--max-findings", options.max_findings, "stop after so many findings")
      ->type_name("N")
      ->check(number(1, kMostFindings));
}

namespace {

void declare_out(CLI::App& command, RunOptions& options) {
  command.add_option("--out", options.out, "where traces go")
      ->type_name("DIR")
      ->capture_default_str();
}

}  // namespace

void declare_json(CLI::App& command, RunOptions& options) {
  command.add_option("--json", options.json, "write a report in JSON; - is standard output")
      ->type_name("FILE");
}

namespace {

void declare_more_of_a_search(CLI::App& command, RunOptions& options) {
  command
      .add_option("--coverage", options.coverage,
                  "write how much was covered after how many executions, as CSV; - is standard\n"
                  "output. heddle plot draws it")
      ->type_name("FILE");
  command
      .add_option("--resume", options.resume,
                  "go on with the search that was broken off in DIR (its --out); new limits are "
                  "--time and --executions")
      ->type_name("DIR");
  command
      .add_option("--program", options.program,
                  "with --resume: go on with this program; needed for a search that is not known\n"
                  "to be your own")
      ->type_name("FILE");
  command.add_flag("--strict", options.strict,
                   "threads left running, locks held at a thread's end, … are findings");
}

}  // namespace

void declare_fairness(CLI::App& command, RunOptions& options) {
  command.add_flag("--allow-incomplete", options.allow_incomplete,
                   "running into a limit is not a failure");
  command
      .add_option("--fair-every", options.fair_every,
                  "fairness acts on every N-th yield (8; where it acts, all bounds are first\n"
                  "done with 1, 2 and 4)")
      ->type_name("N")
      ->check(number(1, 1'000'000));
}

namespace {

void declare_the_rest(CLI::App& command, RunOptions& options) {
  command.add_flag("--show-output", options.show_output,
                   "show what the program prints in every execution");
  command
      .add_option("--stuck-after", options.stuck_after,
                  "how long an execution may go without a step")
      ->type_name("T")
      ->capture_default_str();
  command
      .add_option("--log-schedules", options.log_schedules,
                  "write one line for every execution: preemptions, then threads by step")
      ->type_name("FILE");
  command.add_flag("--explain", options.explain,
                   "show the bound on the number of executions beside it");
  command
      .add_option("--memory", options.memory,
                  "memory for what grows with the search (64M, 2G); more goes to a file in --out")
      ->type_name("SIZE");
  for (const std::string name : kLater) {
    command
        .add_option_function<std::string>(
            name, [&options, name](const std::string&) { options.not_built.push_back(name); })
        ->group("");
  }
}

}  // namespace

// In the order in which --help lists them.
void declare_run_options(CLI::App& command, RunOptions& options) {
  declare_schedule_options(command, options);
  declare_program_options(command, options);
  declare_limits(command, options);
  declare_workers(command, options);
  declare_finding_options(command, options);
  declare_out(command, options);
  declare_json(command, options);
  declare_more_of_a_search(command, options);
  declare_fairness(command, options);
  declare_the_rest(command, options);
  command.prefix_command();
  command.footer(
      "After the options comes the program with its own arguments:\n"
      "  heddle run [OPTIONS] [--] PROGRAM [ARGS...]");
}

}  // namespace heddle::cli

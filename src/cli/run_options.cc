// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.h"

#include "cli/duration.h"
#include "cli/size.h"
#include "search/preemption_bound.h"
#include "search/strategies.h"
#include "supervise/launch.h"

#include <charconv>
#include <cstdlib>

#include <CLI/CLI.hpp>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

constexpr uint32_t kReadyThreads = 2;
constexpr uint32_t kMostFindings = 1000;
constexpr uint32_t kMostSteps = 50'000'000;

// Options that the contract names and that are still to come: they are known, so
// that they are refused for what they are.
struct Later {
  const char* option;
  const char* value;
  const char* help;
};

constexpr Later kLater[] = {
    {"--scope", "PATTERN", "preempt only in these functions, files or modules (not built yet)"},
    {"--no-scope", "PATTERN", "never preempt in these (not built yet)"},
    {"--junit", "FILE", "report in JUnit's format (not built yet)"},
    {"--sarif", "FILE", "report in SARIF (not built yet)"},
    {"--html", "FILE", "report as a page (not built yet)"},
};

constexpr uint32_t kUsualPreemptions = 2;
constexpr uint32_t kUsualDelays = 2;
constexpr uint32_t kUsualDepthStep = 10;
constexpr uint32_t kUsualBugDepth = 2;
constexpr uint32_t kMostBugDepth = 100;
constexpr uint64_t kUsualSamples = 10'000;

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

std::optional<report::Bound> parse_bound(const std::string& text) {
  if (text == "all") {
    return report::Bound{.all = true, .preemptions = search::kAllPreemptions};
  }
  uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end || number > 1'000'000) {
    return std::nullopt;
  }
  return report::Bound{.all = false, .preemptions = number};
}

// What --preemptions says, or else what the strategy does by itself.
std::optional<report::Bound> parse_bound(const std::optional<std::string>& text,
                                         explore::StrategyKind strategy) {
  const bool bounded = strategy == explore::StrategyKind::preemption_bound ||
                       strategy == explore::StrategyKind::depth_first;
  if (!text.has_value() && bounded) {
    return report::Bound{.all = false, .preemptions = kUsualPreemptions};
  }
  return parse_bound(text.value_or("all"));
}

// The names that a choice may have, and which of them are built.
struct Names {
  std::vector<std::string> built;
  std::vector<std::string> later;
};

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

std::string why_refused(const char* option, const std::string& value, const Names& names) {
  if (std::find(names.built.begin(), names.built.end(), value) != names.built.end()) {
    return "";
  }
  const bool later = std::find(names.later.begin(), names.later.end(), value) != names.later.end();
  return std::string(option) + " " + value + (later ? " is not built yet" : " is not known") +
         "; use " + joined(names.built);
}

// Options that belong to one strategy.
std::string why_of_another_strategy(const RunOptions& options) {
  struct Own {
    bool given;
    const char* option;
    const char* strategy;
  };
  const Own own[] = {{options.depth != 0, "--depth", "depth"},
                     {options.depth_step != 0, "--depth-step", "idfs"},
                     {options.bug_depth != 0, "--bug-depth", "pct"},
                     {options.delays.has_value(), "--delays", "delay"}};
  for (const Own& one : own) {
    if (one.given && options.strategy != one.strategy) {
      return std::string(one.option) + " goes with --strategy " + one.strategy + ", not with " +
             options.strategy;
    }
  }
  if (options.strategy == "depth" && options.depth == 0) {
    return "--strategy depth needs --depth N, the number of steps in which choices are tried";
  }
  if (options.strategy == "delay" && options.preemptions.has_value()) {
    return "--preemptions does not go with --strategy delay; use --delays";
  }
  return "";
}

std::string first_refusal(const RunOptions& options) {
  const std::string reasons[] = {
      why_refused("--strategy", options.strategy,
                  {{"icb", "dfs", "depth", "idfs", "delay", "random", "pct", "pos"}, {}}),
      why_of_another_strategy(options),
      why_refused("--reduction", options.reduction,
                  {{"none", "cache"}, {"dpor", "inspect", "sleep"}}),
      why_refused("--visible", options.visible, {{"sync", "race", "all"}, {}}),
      why_refused("--reset", options.reset, {{"snapshot", "loop", "fork", "exec"}, {}}),
      why_refused("--snapshot-by", options.snapshot_by, {{"auto", "userfaultfd", "mprotect"}, {}}),
      why_refused("--threads", options.threads, {{"fibers", "os"}, {}}),
      options.visible == "all" && !supervise::addresses_can_be_fixed()
          ? "--visible all needs the program at the same addresses in every run, and this system "
            "does not allow that; use --visible race"
          : "",
      options.threads == "os" && options.reset == "loop"
          ? "--reset loop runs threads as fibers; with --threads os use --reset fork or exec"
          : "",
      options.reduction == "cache" && options.strategy != "icb" && options.strategy != "dfs"
          ? "--reduction cache needs a strategy that runs all within a bound of preemptions; use "
            "--strategy icb or dfs"
          : "",
      options.csb == 0 || options.strategy == "icb" ? "" : "--csb goes with --strategy icb only",
      options.jobs == 1 || options.strategy == "icb" || options.strategy == "dfs"
          ? ""
          : "-j goes with --strategy icb or dfs only",
      options.json == "-" && options.coverage == "-"
          ? "--json and --coverage cannot both go to standard output"
          : "",
      options.not_built.empty() ? "" : options.not_built.front() + " is not built yet",
  };
  for (const std::string& reason : reasons) {
    if (!reason.empty()) {
      return reason;
    }
  }
  return "";
}

explore::Reset reset_named(const std::string& name) {
  return name == "exec"   ? explore::Reset::exec
         : name == "fork" ? explore::Reset::fork
         : name == "loop" ? explore::Reset::loop
                          : explore::Reset::snapshot;
}

explore::Visible visible_named(const std::string& name) {
  return name == "sync"  ? explore::Visible::sync
         : name == "all" ? explore::Visible::all
                         : explore::Visible::race;
}

// Those of the option, or else those that ThreadSanitizer would use.
Result<supervise::Suppressions> suppressions_for(const RunOptions& options) {
  if (!options.suppressions.empty()) {
    return supervise::Suppressions::read(options.suppressions);
  }
  const char* usual = getenv("TSAN_OPTIONS");
  const std::optional<std::string> path =
      supervise::suppressions_in_options(usual == nullptr ? "" : usual);
  return path.has_value() && !path->empty() ? supervise::Suppressions::read(*path)
                                            : supervise::Suppressions();
}

uint32_t most_findings(const RunOptions& options) {
  if (options.max_findings != 0) {
    return options.max_findings;
  }
  return options.keep_going ? kMostFindings : 1;
}

}  // namespace

void declare_run_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("--preemptions", options.preemptions,
                  "highest number of preemptions, or 'all'; bounds 0, 1, … are done in order\n"
                  "(2 with icb and dfs, else all)")
      ->type_name("N|all");
  command
      .add_option("--strategy", options.strategy,
                  "icb (fewest preemptions first), dfs, depth, idfs, delay (fewest delays\n"
                  "first); or samples: random, pct, pos")
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
                  "depth of the bugs that --strategy pct looks for (2)")
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
                  "none, or cache (nothing below a state that was reached before)")
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--visible", options.visible,
                  "what is a scheduling point: sync (synchronization), race (that, and data\n"
                  "found racing), all (every access to shared data)")
      ->type_name("WHAT")
      ->capture_default_str();
  command.add_flag("--volatile-sync", options.volatile_sync,
                   "volatile accesses synchronize, as atomic ones do");
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
  command.add_option("-j", options.jobs, "workers (1)")->type_name("N")->check(number(1, 1024));
  command.add_flag("--keep-going", options.keep_going, "go on after the first finding");
  command.add_option("--max-findings", options.max_findings, "stop after so many findings")
      ->type_name("N")
      ->check(number(1, kMostFindings));
  command.add_option("--out", options.out, "where traces go")
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--json", options.json, "write a report in JSON; - is standard output")
      ->type_name("FILE");
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
  command.add_flag("--strict", options.strict,
                   "threads left running, locks held at a thread's end, … are findings");
  command.add_flag("--allow-incomplete", options.allow_incomplete,
                   "running into a limit is not a failure");
  command.add_option("--fair-every", options.fair_every, "fairness acts on every N-th yield")
      ->type_name("N")
      ->check(number(1, 1'000'000))
      ->capture_default_str();
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
                  "memory for schedules still to be run (64M, 2G); more goes to a file in --out")
      ->type_name("SIZE");
  for (const Later& later : kLater) {
    const std::string name = later.option;
    command
        .add_option_function<std::string>(
            name, [&options, name](const std::string&) { options.not_built.push_back(name); },
            later.help)
        ->type_name(later.value);
  }
  command.prefix_command();
  command.footer(
      "After the options comes the program with its own arguments:\n"
      "  heddle run [OPTIONS] [--] PROGRAM [ARGS...]");
}

Result<RunPlan> understand(const RunOptions& options) {
  const std::string refusal = first_refusal(options);
  if (!refusal.empty()) {
    return Error{refusal};
  }
  RunPlan plan;
  const explore::StrategyKind strategy = *search::strategy_named(options.strategy);
  const std::optional<report::Bound> bound = parse_bound(options.preemptions, strategy);
  if (!bound.has_value()) {
    return Error{"--preemptions takes a number or 'all', not '" + *options.preemptions + "'"};
  }
  plan.bound = *bound;
  plan.has_bound = strategy != explore::StrategyKind::delay_bound &&
                   (!search::takes_samples(strategy) || options.preemptions.has_value());
  if (strategy == explore::StrategyKind::delay_bound) {
    const std::optional<report::Bound> delays =
        !options.delays.has_value() ? report::Bound{.all = false, .preemptions = kUsualDelays}
                                    : parse_bound(*options.delays);
    if (!delays.has_value()) {
      return Error{"--delays takes a number or 'all', not '" + *options.delays + "'"};
    }
    plan.delays = {.requested = {.all = delays->all, .delays = delays->preemptions},
                   .completed = {}};
  }
  if (!options.time.empty()) {
    plan.time = parse_duration(options.time);
    if (!plan.time.has_value()) {
      return Error{"--time takes a time such as 90s or 5m, not '" + options.time + "'"};
    }
  }
  const auto stuck_after = parse_duration(options.stuck_after);
  if (!stuck_after.has_value() || stuck_after->count() == 0) {
    return Error{"--stuck-after takes a time such as 5s, not '" + options.stuck_after + "'"};
  }
  plan.stuck_after = *stuck_after;
  Result<supervise::Suppressions> suppressions = suppressions_for(options);
  if (!suppressions.ok()) {
    return suppressions.error();
  }
  plan.suppressions = std::move(suppressions.value());
  if (!options.memory.empty()) {
    const std::optional<uint64_t> memory = parse_size(options.memory);
    if (!memory.has_value()) {
      return Error{"--memory takes a size such as 64M or 2G, not '" + options.memory + "'"};
    }
    plan.settings.memory = *memory;
  }
  explore::Settings& settings = plan.settings;
  settings.strategy = strategy;
  settings.max_delays = plan.delays.has_value() ? plan.delays->requested.delays : kUsualDelays;
  settings.depth = options.depth;
  settings.depth_step = options.depth_step != 0 ? options.depth_step : kUsualDepthStep;
  settings.bug_depth = options.bug_depth != 0 ? options.bug_depth : kUsualBugDepth;
  settings.reset = reset_named(options.reset);
  if (options.threads == "os" && settings.reset == explore::Reset::snapshot) {
    settings.reset = explore::Reset::fork;  // kernel threads cannot be put back
  }
  settings.snapshot_by = options.snapshot_by == "mprotect" ? explore::SnapshotBy::mprotect
                         : options.snapshot_by == "auto"   ? explore::SnapshotBy::none
                                                           : explore::SnapshotBy::userfaultfd;
  settings.threads = options.threads == "os" ? explore::Threads::os : explore::Threads::fibers;
  settings.visible = visible_named(options.visible);
  settings.reduction =
      options.reduction == "cache" ? explore::Reduction::cache : explore::Reduction::none;
  settings.volatile_sync = options.volatile_sync;
  settings.max_preemptions = bound->preemptions;
  settings.phase_width = options.csb;
  settings.step_limit = options.steps;
  settings.fair_every = options.fair_every;
  settings.pool = kReadyThreads;
  settings.workers = options.jobs;
  settings.explain = options.explain;
  settings.max_executions = options.executions;
  if (search::takes_samples(strategy) && options.executions == 0 && options.time.empty()) {
    settings.max_executions = kUsualSamples;
  }
  settings.max_findings = most_findings(options);
  settings.strict = options.strict;
  settings.quiet = !options.show_output;
  settings.seed = options.seed;
  return plan;
}

}  // namespace heddle::cli

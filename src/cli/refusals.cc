// SPDX-License-Identifier: Apache-2.0
#include "cli/refusals.h"

#include "search/strategy_table.h"
#include "supervise/launch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

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

// Of all strategies, or of those of which that is true.
std::vector<std::string> names_of(bool search::StrategyEntry::*what) {
  std::vector<std::string> names;
  for (const search::StrategyEntry& strategy : search::all_strategies()) {
    if (what == nullptr || strategy.*what) {
      names.emplace_back(strategy.name);
    }
  }
  return names;
}

bool is(const std::string& strategy, bool search::StrategyEntry::*what) {
  const search::StrategyEntry* const entry = search::find_strategy(strategy);
  return entry != nullptr && entry->*what;
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
  const std::pair<std::string_view, bool> given[] = {{"--depth", options.depth != 0},
                                                     {"--depth-step", options.depth_step != 0},
                                                     {"--bug-depth", options.bug_depth != 0},
                                                     {"--delays", options.delays.has_value()},
                                                     {"--csb", options.csb != 0}};
  for (const search::StrategyEntry& strategy : search::all_strategies()) {
    if (strategy.name != options.strategy &&
        std::find(std::begin(given), std::end(given), std::pair(strategy.own_option, true)) !=
            std::end(given)) {
      return fmt::format("{} goes with --strategy {}, not with {}", strategy.own_option,
                         strategy.name, options.strategy);
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

bool by_traces(const RunOptions& options) {
  return options.reduction == "dpor" || options.reduction == "inspect" ||
         options.reduction == "sleep";
}

// One execution of each trace goes by no order of ours.
std::string why_not_by_traces(const RunOptions& options) {
  const std::string reduction = "--reduction " + options.reduction;
  if (options.reduction != "dpor" && options.preemptions != "all") {
    return reduction + " needs --preemptions all; within a bound use --reduction dpor";
  }
  if (!is(options.strategy, &search::StrategyEntry::reducible)) {
    return fmt::format("{} goes with --strategy {} only", reduction,
                       joined(names_of(&search::StrategyEntry::reducible)));
  }
  if (options.csb != 0) {
    return "--csb does not go with " + reduction;
  }
  return options.jobs == 1 ? "" : "-j does not go with " + reduction;
}

// Standard output has room for one of them.
std::string why_not_together(const RunOptions& options) {
  const std::pair<const char*, const std::string*> files[] = {
      {"--json", &options.json},
      {"--coverage", &options.coverage},
      {"--log-schedules", &options.log_schedules}};
  std::string first;
  for (const auto& [option, file] : files) {
    if (*file != "-") {
      continue;
    }
    if (!first.empty()) {
      return first + " and " + option + " cannot both go to standard output";
    }
    first = option;
  }
  return "";
}

}  // namespace

std::string first_refusal(const RunOptions& options) {
  const std::string reasons[] = {
      why_refused("--strategy", options.strategy, {names_of(nullptr), {}}),
      why_of_another_strategy(options),
      options.reduction.empty() ? ""
                                : why_refused("--reduction", options.reduction,
                                              {{"none", "cache", "dpor", "inspect", "sleep"}, {}}),
      by_traces(options) ? why_not_by_traces(options) : "",
      why_refused("--visible", options.visible, {{"sync", "race", "all"}, {}}),
      why_refused("--races", options.races, {{"stop", "visible", "ignore"}, {}}),
      options.races == "visible" && options.visible == "sync"
          ? "--races visible makes scheduling points of data accesses, and --visible sync allows "
            "for "
            "none"
          : "",
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
      options.reduction == "cache" && !is(options.strategy, &search::StrategyEntry::reducible)
          ? "--reduction cache needs a strategy that runs all within a bound of preemptions; use "
            "--strategy " +
                joined(names_of(&search::StrategyEntry::reducible))
          : "",
      options.jobs == 1 || is(options.strategy, &search::StrategyEntry::shares_work)
          ? ""
          : fmt::format("-j goes with --strategy {} only",
                        joined(names_of(&search::StrategyEntry::shares_work))),
      options.out.empty() ? "--out takes a directory, not an empty name" : "",
      options.program.empty() ? "" : "--program goes with --resume; a new search is of PROGRAM",
      why_not_together(options),
      options.not_built.empty() ? "" : options.not_built.front() + " is not built yet",
  };
  for (const std::string& reason : reasons) {
    if (!reason.empty()) {
      return reason;
    }
  }
  return "";
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.h"

#include "cli/duration.h"
#include "cli/refusals.h"
#include "cli/size.h"
#include "search/preemption_bound.h"
#include "search/strategy_table.h"
#include "supervise/launch.h"

#include <charconv>
#include <cstdlib>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

constexpr uint32_t kReadyThreads = 2;

constexpr uint32_t kUsualPreemptions = 2;
constexpr uint32_t kUsualDelays = 2;
constexpr uint32_t kUsualDepthStep = 10;
constexpr uint32_t kUsualBugDepth = 3;
constexpr uint32_t kUsualFairEvery = 8;
constexpr uint64_t kUsualSamples = 10'000;

std::optional<verdict::Bound> parse_bound(const std::string& text) {
  if (text == "all") {
    return verdict::Bound{.all = true, .preemptions = search::kAllPreemptions};
  }
  uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end || number > 1'000'000) {
    return std::nullopt;
  }
  return verdict::Bound{.all = false, .preemptions = number};
}

// What --preemptions says, or else what the strategy does by itself.
std::optional<verdict::Bound> parse_bound(const std::optional<std::string>& text,
                                          const search::StrategyEntry& strategy) {
  if (!text.has_value() && strategy.bounded) {
    return verdict::Bound{.all = false, .preemptions = kUsualPreemptions};
  }
  return parse_bound(text.value_or("all"));
}

explore::Reset reset_named(const std::string& name) {
  return name == "exec"   ? explore::Reset::exec
         : name == "fork" ? explore::Reset::fork
         : name == "loop" ? explore::Reset::loop
                          : explore::Reset::snapshot;
}

explore::Reduction reduction_named(const std::string& name) {
  return name == "cache"     ? explore::Reduction::cache
         : name == "dpor"    ? explore::Reduction::dpor
         : name == "inspect" ? explore::Reduction::inspect
         : name == "sleep"   ? explore::Reduction::sleep
                             : explore::Reduction::none;
}

explore::Visible visible_named(const std::string& name) {
  return name == "sync"  ? explore::Visible::sync
         : name == "all" ? explore::Visible::all
                         : explore::Visible::race;
}

explore::Races races_named(const std::string& name) {
  return name == "visible"  ? explore::Races::visible
         : name == "ignore" ? explore::Races::ignore
                            : explore::Races::stop;
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

std::optional<Error> parse_all(const std::vector<std::string>& texts, std::string_view option,
                               std::vector<supervise::ScopePattern>& patterns) {
  for (const std::string& text : texts) {
    Result<supervise::ScopePattern> pattern = supervise::ScopePattern::parse(text, option);
    if (!pattern.ok()) {
      return pattern.error();
    }
    patterns.push_back(std::move(pattern.value()));
  }
  return std::nullopt;
}

uint32_t most_findings(const RunOptions& options) {
  if (options.max_findings != 0) {
    return options.max_findings;
  }
  return options.keep_going ? kMostFindings : 1;
}

// One that holds for all else that was asked for.
std::string usual_reduction(const RunOptions& options, bool instrumented) {
  const bool allowed = options.strategy == "icb" && options.csb == 0 && options.jobs == 1;
  return allowed && instrumented ? "dpor" : "none";
}

}  // namespace

Result<RunPlan> understand(const RunOptions& options, bool instrumented) {
  const std::string refusal = first_refusal(options);
  if (!refusal.empty()) {
    return Error{refusal};
  }
  RunPlan plan;
  const search::StrategyEntry& entry = *search::find_strategy(options.strategy);
  const explore::StrategyKind strategy = entry.kind;
  const std::optional<verdict::Bound> bound = parse_bound(options.preemptions, entry);
  if (!bound.has_value()) {
    return Error{"--preemptions takes a number or 'all', not '" + *options.preemptions + "'"};
  }
  plan.bound = *bound;
  plan.has_bound = strategy != explore::StrategyKind::delay_bound &&
                   (!entry.samples || options.preemptions.has_value());
  if (strategy == explore::StrategyKind::delay_bound) {
    const std::optional<verdict::Bound> delays =
        !options.delays.has_value() ? verdict::Bound{.all = false, .preemptions = kUsualDelays}
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
  for (const std::optional<Error>& error :
       {parse_all(options.scope, "--scope", plan.scope.only),
        parse_all(options.no_scope, "--no-scope", plan.scope.never)}) {
    if (error.has_value()) {
      return *error;
    }
  }
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
  settings.races = races_named(options.races);
  plan.reduction =
      options.reduction.empty() ? usual_reduction(options, instrumented) : options.reduction;
  settings.reduction = reduction_named(plan.reduction);
  settings.volatile_sync = options.volatile_sync;
  settings.reuse = options.reuse;
  settings.scoped = plan.scope.any();
  settings.scope_only = !plan.scope.only.empty();
  settings.max_preemptions = bound->preemptions;
  settings.phase_width = options.csb;
  settings.step_limit = options.steps;
  settings.fair_every = options.fair_every != 0 ? options.fair_every : kUsualFairEvery;
  plan.climbs = options.fair_every == 0 && !entry.samples;
  settings.holds_idle = true;
  settings.sees_pauses = true;
  settings.awaits = options.jobs == 1 && settings.races != explore::Races::ignore;
  settings.pool = kReadyThreads;
  settings.workers = options.jobs;
  settings.explain = options.explain;
  settings.max_executions = options.executions;
  if (entry.samples && options.executions == 0 && options.time.empty()) {
    settings.max_executions = kUsualSamples;
  }
  settings.max_findings = most_findings(options);
  settings.ends_at_cycles = settings.max_findings == 1;
  settings.strict = options.strict;
  settings.quiet = !options.show_output;
  settings.seed = options.seed;
  return plan;
}

}  // namespace heddle::cli

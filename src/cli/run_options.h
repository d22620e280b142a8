// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "explore/arena.h"
#include "supervise/scope_pattern.h"
#include "supervise/suppressions.h"
#include "verdict/summary.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

// What the command line of `heddle run` says, as it stands there.
struct RunOptions {
  std::optional<std::string> preemptions;  // if not said: what the strategy does by itself
  std::string strategy = "icb";
  std::optional<std::string> delays;
  uint32_t depth = 0;  // 0 here and below: not said
  uint32_t depth_step = 0;
  uint32_t bug_depth = 0;
  uint32_t csb = 0;
  std::string reduction;  // if not said: see usual_reduction()
  std::string check_reduction;
  std::string visible = "race";
  std::string races = "stop";
  bool volatile_sync = false;
  bool reuse = false;
  std::vector<std::string> scope;
  std::vector<std::string> no_scope;
  std::string suppressions;
  std::string reset = "snapshot";
  std::string snapshot_by = "auto";
  std::string threads = "fibers";
  uint64_t executions = 0;
  std::string time;
  uint32_t steps = 100'000;
  uint64_t seed = 1;
  uint32_t jobs = 1;
  bool keep_going = false;
  uint32_t max_findings = 0;
  std::string out = "heddle-out";
  std::string json;
  std::string coverage;
  bool strict = false;
  bool allow_incomplete = false;
  uint32_t fair_every = 0;
  bool show_output = false;
  std::string stuck_after = "5s";
  std::string log_schedules;
  bool explain = false;
  std::string memory;
  std::string resume;                  // the directory of a search to go on with
  std::string program;                 // to go on with, instead of the one that it names
  std::vector<std::string> arguments;  // all words after `run`
  std::vector<std::string> not_built;  // options of the contract that are still to come
  std::vector<std::string> command_line;
};

// The same, understood.
struct RunPlan {
  verdict::Bound bound;
  bool has_bound = true;  // of preemptions
  std::optional<verdict::Delays> delays;
  std::string reduction;
  explore::Settings settings;
  bool climbs = false;  // fairness does, up to what the settings say
  std::optional<std::chrono::milliseconds> time;
  std::chrono::milliseconds stuck_after{5000};
  supervise::Suppressions suppressions;
  supervise::ScopePatterns scope;
};

inline constexpr uint32_t kMostFindings = 1000;

void declare_run_options(CLI::App& command, RunOptions& options);

// Those of them that go with a model, too.
void declare_schedule_options(CLI::App& command, RunOptions& options);
void declare_limits(CLI::App& command, RunOptions& options);
void declare_finding_options(CLI::App& command, RunOptions& options);
void declare_json(CLI::App& command, RunOptions& options);
void declare_fairness(CLI::App& command, RunOptions& options);

// Refuses what is not built or makes no sense, in a sentence.
//   instrumented: what the program does to memory is seen.
base::Result<RunPlan> understand(const RunOptions& options, bool instrumented);

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "run.h"
#include "words.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

// A program as heddle explores it.
namespace heddle::crosscheck {

// So rare that fairness never acts.
inline constexpr uint32_t kUnfair = 1'000'000;

struct Request {
  explore::StrategyKind strategy = explore::StrategyKind::preemption_bound;
  uint32_t bound = 0xffffffff;  // preemptions; default: all
  uint32_t phase_width = 0;     // of icb
  uint32_t findings = 0xffffffff;
  uint32_t fair_every = kUnfair;
  uint32_t steps = 60;
  uint64_t executions = 0;  // 0: no limit
  uint32_t delays = 0xffffffff;
  uint32_t depth = 0xffffffff;
  uint32_t depth_step = 3;
  uint32_t bug_depth = 3;
  uint64_t seed = 1;
  explore::Reduction reduction = explore::Reduction::none;
  bool holds_idle = false;
  bool awaits = false;
  explore::PlanningLimits planning = {};
  bool ends_when_fair = false;
  bool ends_at_cycles = false;
};

// What was found first, how, and in which of the runs.
struct Found {
  explore::FindingRecord record;
  std::vector<event::Deviation> plan;
  std::vector<event::Hold> holds;
};

using EventLog = std::vector<event::Event>;

// States, and with how few preemptions each was reached.
using States = std::map<std::pair<uint64_t, uint64_t>, uint32_t>;

struct Explored {
  Runs runs;                   // in the order they were done
  std::vector<EventLog> logs;  // of them
  States states;
  explore::Counters counters;
  std::vector<Found> found;
  std::vector<event::UseRecord> uses;  // which the logs name
  uint64_t use_count = 0;
  double seconds = 0;

  [[nodiscard]] order::Uses used() const { return {nullptr, uses.data(), &use_count}; }
};

[[nodiscard]] Explored explore_program(const Program& program, const Request& request);

// The same by processes that die at any instruction, as the seed says: what counts is what they
// have left in the end.
struct Survived {
  uint32_t deaths = 0;
  bool whole = true;  // after each of them
  States states;
  explore::Counters counters;
  std::vector<Found> found;
};
[[nodiscard]] Survived explore_with_deaths(const Program& program, const Request& request,
                                           uint64_t seed);

// One execution by a plan; its only run, or none if it diverged.
[[nodiscard]] Explored replay_program(const Program& program, const Found& found, uint32_t steps);

}  // namespace heddle::crosscheck

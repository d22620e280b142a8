// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/finding.h"
#include "trace/trace.h"
#include "verdict/divergence.h"
#include "verdict/scope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::verdict {

enum class Verdict : uint8_t { clean, finding, incomplete, nondeterministic, error };

// Exit statuses are an interface; scripts rest on them.
inline constexpr int kStatusClean = 0;
inline constexpr int kStatusFinding = 1;
inline constexpr int kStatusUsage = 2;
inline constexpr int kStatusIncomplete = 3;
inline constexpr int kStatusNondeterministic = 4;
inline constexpr int kStatusInternal = 70;

// A highest bound: a number, or all of them.
struct Bound {
  bool all = false;
  uint32_t preemptions = 0;
};

// The same, of delays.
struct DelaysBound {
  bool all = false;
  uint32_t delays = 0;
};

struct Delays {
  DelaysBound requested;
  std::optional<DelaysBound> completed;
};

// How likely it is that an execution shows a bug of a certain depth.
struct Pct {
  uint32_t bug_depth = 0;
  uint32_t threads = 0;
  uint32_t steps = 0;
  std::optional<double> probability;  // at least; none where nothing can be said
};

// What was done while fairness acted on every k-th yield of a thread.
struct FairRung {
  uint32_t every = 0;  // k
  std::optional<Bound> completed;
  std::optional<DelaysBound> completed_delays;
  uint64_t executions = 0;
};

struct BoundCount {
  uint32_t bound = 0;
  uint64_t executions = 0;  // cumulative
  std::optional<uint64_t> states = std::nullopt;
};

// How large a program's executions are; see report/theorem.h.
struct ProgramSizes {
  uint32_t threads = 0;
  uint32_t steps = 0;     // of one thread, at most
  uint32_t blocking = 0;  // of those, at most
  bool chooses = false;   // steps have several outcomes
};

// Executions that are left of a bound, and between which numbers that probably is.
struct Estimate {
  uint64_t executions = 0;
  uint64_t low = 0;
  uint64_t high = 0;
};

struct ReportedFinding {
  uint32_t id = 0;
  trace::Trace trace;  // of the replay that showed it again
  std::string trace_path;
  bool reproduced = false;
  uint64_t executions = 1;  // how many showed it
  // Of a suspect: files, not compiled for heddle, that may order its accesses.
  std::vector<std::string> orders;
};

// All that a report of `heddle run` says.
struct Summary {
  std::string heddle;
  std::vector<std::string> program;
  Verdict verdict = Verdict::clean;
  std::string error;       // verdict error: one sentence
  std::string stopped_by;  // verdict incomplete: "the time limit (30s)"
  std::string resume;      // a directory, if the search can be taken up again there
  std::string strategy;
  std::string reduction;
  std::string visible;
  bool reuse = false;  // a malloc may take a freed block
  Scope scope;         // where threads were preempted
  std::string reset;
  bool has_bound = true;  // of preemptions; if not, the next two mean nothing
  Bound requested;
  std::optional<Bound> completed;
  std::optional<Delays> delays;   // if the strategy goes by them
  std::optional<uint32_t> depth;  // steps in which all choices were tried, if that was asked for
  std::optional<Pct> pct;
  uint32_t rounds = 0;  // how often the search was begun, since data races start it again
  uint64_t executions = 0;
  uint64_t pruned = 0;
  uint64_t assumption_failed = 0;  // of the pruned ones
  uint64_t diverged = 0;           // schedules that met other operations than before
  std::optional<Divergence> divergence;
  uint64_t steps = 0;
  std::optional<uint64_t> states;  // if they were counted
  uint32_t threads = 0;
  uint32_t max_steps = 0;
  uint32_t max_preemptions = 0;
  uint64_t waiting = 0;              // executions known of and still to be done
  std::optional<Estimate> estimate;  // what is left of the bound that was under way
  std::vector<BoundCount> by_bound;
  bool has_by_bound = true;        // it is known
  std::vector<FairRung> fairness;  // in the order in which they were done; none if it never acted
  std::optional<ProgramSizes> sizes;  // if it was asked for
  uint64_t executions_before = 0;     // of the executions, in runs that this one goes on with
  double wall_seconds = 0;
  std::vector<ReportedFinding> findings;
  std::vector<ReportedFinding> races;     // data races that are no findings, as the user wants it
  std::vector<ReportedFinding> suspects;  // data races, unless code that nobody sees orders them
  size_t suspected = 0;                   // pairs of places of these
  uint64_t not_replayed = 0;       // others, for which there was no time: they are not reported
  std::vector<std::string> notes;  // what is a finding only when strict
  std::string statement;           // the guarantee; empty if it cannot be given
  std::vector<std::string> assumptions;
  std::vector<std::string> uncontrolled;
};

[[nodiscard]] std::string_view to_string(Verdict verdict);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run.h"
#include "words.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The other opinion: every schedule of a program, by brute force.  It copies the
// whole state at every branch and shares nothing with explore/ and search/.
namespace heddle::crosscheck {

struct Limits {
  // Of one execution; one more is a livelock.  Those of a thread that is alone do not count, but
  // for its yields.
  uint32_t steps = 60;
  size_t executions = 2000;  // more are not looked at
};

struct Enumerated {
  Runs runs;
  std::vector<uint32_t> delays;  // of each run, if a scheduler goes round from thread to thread
  // Preemptions of each execution besides, in which an assumption does not hold.
  std::vector<uint32_t> dropped;
  bool complete = true;   // within the limit of executions
  std::string complaint;  // about what must hold in every state
};

[[nodiscard]] Enumerated enumerate(const Program& program, const Limits& limits);

// The program, made shorter until it has no more executions than the limit.
[[nodiscard]] Program fitted(Program program, const Limits& limits);

// How an execution can end, and where.
using Outcomes = std::set<std::pair<End, std::string>>;

[[nodiscard]] Outcomes outcomes_of(const Runs& runs);

// Every end that can be reached, however often threads go round in circles before:
// a search of states, each of which is visited once.
[[nodiscard]] Outcomes reachable_outcomes(const Program& program);

}  // namespace heddle::crosscheck

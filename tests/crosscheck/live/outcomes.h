// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interpreter.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

// Every way in which a program can come out, by going through all states.
namespace heddle::live {

// All that can be known of an execution that has ended: the value of each operation, and the end.
struct Outcome {
  std::vector<int16_t> values;
  Mark mark = Mark::runs;
  int32_t marked_by = 0;  // threads, as bits
  End end = End::none;
  int8_t status = 0;

  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

[[nodiscard]] Outcome outcome_of(const State& state, int ops);

// What the player can write down of it: not the status, and nothing of who is left in a deadlock.
[[nodiscard]] Outcome as_recorded(Outcome outcome);

[[nodiscard]] std::string to_string(const Outcome& outcome, const Program& program);

// Up to so many preemptions are told apart.
inline constexpr int kBounds = 4;

struct Outcomes {
  std::map<Outcome, int> fewest;  // preemptions with which it can be had
  std::set<Outcome> others;       // that calls of the C++ library may leave, see Notifying
  // Executions within each bound, and all of them; those that an assumption drops not included.
  std::array<double, kBounds + 1> executions = {};
  bool complete = true;       // within the limit of states
  bool left_blocked = false;  // somebody is blocked when the process ends, in some execution
};

// Nothing of a program that misuses a call in some execution.
[[nodiscard]] std::optional<Outcomes> enumerate(const Program& program, size_t most_states);

// What comes of an execution in which the threads make steps in this order, and that has so many
// preemptions.  Several, where a step can be made in several ways; nothing, if there is no such
// execution.  Threads are called by the order of their creation.
[[nodiscard]] std::set<Outcome> replay(const Program& program, const std::vector<int>& schedule,
                                       int preemptions);

}  // namespace heddle::live

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/schedule.h"

#include <cstddef>
#include <cstdint>
#include <span>

// What is known of executions that did not follow their schedule.
//
// A program that draws on something outside heddle's control may meet other operations under the
// same schedule.  Such an execution runs on to its end by the default schedule, and the schedule is
// tried again a few times (Musuvathi et al., OSDI 2008, section 4.2).  Comparing the attempts tells
// what was expected and what came instead.
namespace heddle::explore {

// How often a schedule is run before it is given up.
inline constexpr uint32_t kMostAttempts = 4;

// How often a search begins anew because the program has changed for good.
inline constexpr uint64_t kMostChanges = 3;

// Steps that are kept of an execution for comparison.
inline constexpr size_t kMostCompared = 4096;

// Where two executions of the same schedule part.
struct Difference {
  bool found = false;
  bool expected_known = false;  // else only how many options there were
  uint32_t step = 0;            // from 0
  event::Event expected;
  event::Event came;
};

// Lies in the arena, on the side of the executions; no commit or rollback concerns it.
struct Divergence {
  uint64_t schedule = 0;  // a hash of the plan that is tried again
  uint32_t attempts = 0;  // that have failed so far
  bool all_alike = true;  // those attempts went the same other way
  Difference first;       // the first one that was met in this run
};

// Whether two executions did the same at a step, the same options included.
[[nodiscard]] bool same_step(const event::Event& a, const event::Event& b);

// Where `came` parts from `expected`, as long as both make the same choices.
[[nodiscard]] Difference difference_of(std::span<const event::Event> expected,
                                       std::span<const event::Event> came);

// The same where no other execution is known: the plan says how many options there should be.
[[nodiscard]] Difference difference_from(std::span<const event::Deviation> plan,
                                         std::span<const event::Event> came);

// How many steps of `log` were chosen as the plan says, which takes the default where it says
// nothing.
[[nodiscard]] size_t choices_in_common(std::span<const event::Deviation> plan,
                                       std::span<const event::Event> log);

[[nodiscard]] uint64_t hash_of(std::span<const event::Deviation> plan);

}  // namespace heddle::explore

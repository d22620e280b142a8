// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "event/conditions.h"
#include "event/event.h"
#include "event/finding.h"

#include <cstddef>
#include <cstdint>

// What lists in the arena are made of.
namespace heddle::explore {

// A place in the program's code, wherever it is loaded: an offset into a file.
struct PlaceRecord {
  uint64_t offset = 0;
  char module[256] = {};  // its path, as the loader calls it; empty: the executable
};

// A file of the program, as the loader calls it, whose code is in the table of scopes.
struct ScopeModule {
  char path[256] = {};
};

using event::ScopeRange;  // its module is one of the files by number
using event::SharedBytes;

struct FindingRecord {
  event::Finding finding;
  uint64_t execution = 0;    // 1-based index of the first that showed it
  uint64_t executions = 0;   // how many showed it
  uint32_t preemptions = 0;  // the fewest of them, which is the one that is kept
  uint32_t steps = 0;
  uint32_t last_fingerprint = 0;
  uint64_t first_deviation = 0;
  uint64_t deviations = 0;
  uint64_t first_hold = 0;
  uint64_t holds = 0;
};

// Something worth saying that does not end an execution.
struct NoteRecord {
  event::Misuse kind = event::Misuse::none;
  uint64_t executions = 0;
};

// How much was covered after so many executions.
struct SampleRecord {
  uint64_t executions = 0;
  uint64_t states = 0;  // 0: not counted
  int32_t completed_bound = -1;
  uint32_t seal = 0;
};

[[nodiscard]] inline uint32_t seal_of(const SampleRecord& sample) {
  return static_cast<uint32_t>(base::combine(base::combine(sample.executions, sample.states),
                                             static_cast<uint32_t>(sample.completed_bound)));
}

// What Fairness::digest() was before a step, if not 0.
struct FairnessRecord {
  uint64_t position = 0;
  uint64_t digest = 0;
};

}  // namespace heddle::explore

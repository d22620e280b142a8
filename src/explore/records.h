// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "event/access.h"
#include "event/event.h"
#include "event/finding.h"
#include "event/outcome.h"

#include <cstddef>
#include <cstdint>

// What lists in the arena are made of.
namespace heddle::explore {

struct ThreadRecord {
  event::ThreadEnd end;
  uint64_t routine = 0;      // address of the function it runs
  uint64_t stack_begin = 0;  // of the memory that its stack has
  uint64_t stack_end = 0;
  char name[32] = {};
};

// Room for a name and the zero after it.
inline constexpr size_t kNameBytes = 64;

struct ObjectRecord {
  event::ObjectKind kind = event::ObjectKind::mutex;
  uint64_t address = 0;
  char name[kNameBytes] = {};  // that the program gave it
};

// A name for the next object at that address; none, once there was one.
struct NameRecord {
  uint64_t address = 0;
  char name[kNameBytes] = {};
};

struct ModuleRecord {
  uint64_t bias = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
  char path[256] = {};
};

// A place in the program's code, wherever it is loaded: an offset into a file.
struct PlaceRecord {
  uint64_t offset = 0;
  char module[256] = {};  // its path, as the loader calls it; empty: the executable
};

// In how many files that were not compiled for heddle two threads may have met; see RaceRecord.
inline constexpr size_t kMaxThrough = 8;

// A data race as an execution has shown it, with the accesses that a finding would have.
struct RaceRecord {
  uint64_t key = 0;          // which one, see explore/places.h
  uint32_t steps = 0;        // of the execution, when it showed
  uint32_t fingerprint = 0;  // of the last of them
  event::ThreadId thread = event::kNoThread;
  bool benign = false;
  uint32_t failure_stack = 0;
  uint32_t first_thread = 0;  // where in Arena::race_threads its threads are
  uint32_t threads = 0;
  uint32_t access_count = 0;
  event::Access accesses[event::kMaxAccesses];
  // Files in which the first thread was after its access, and the second one before its own: an
  // address in each.
  uint32_t through_count = 0;
  uint64_t through[kMaxThrough] = {};
};

// A file of the program, as the loader calls it, whose code is in the table of scopes.
struct ScopeModule {
  char path[256] = {};
};

// Code of it in which threads are to be preempted (--scope) or not (--no-scope), in addresses of
// the file.
struct ScopeRange {
  static constexpr uint32_t kOnly = 1;
  static constexpr uint32_t kNever = 2;

  uint64_t begin = 0;
  uint64_t end = 0;
  uint32_t module = 0;  // in Arena::scope_modules
  uint32_t what = 0;    // bits
};

// Bytes that more than one thread touches: those of an aligned word of eight, as bits.
struct SharedBytes {
  uint64_t word = 0;  // its address divided by eight
  uint64_t mask = 0;
};

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

struct TextRecord {
  char text[184] = {};
  uint64_t check = 0;  // that it is as it was written, in its place; see add_text()
};

// What Fairness::digest() was before a step, if not 0.
struct FairnessRecord {
  uint64_t position = 0;
  uint64_t digest = 0;
};

}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Under which conditions an execution was run.  Where they are equal, and the program and what it
// reads, the same schedule comes to the same execution.
namespace heddle::event {

// Which accesses to memory are scheduling points, besides atomic and volatile ones: none;
// those at places that were found racing; all to memory that more than one thread touches.
enum class Visible : uint32_t { sync, race, all };

// Bytes that more than one thread touches: those of an aligned word of eight, as bits.
struct SharedBytes {
  uint64_t word = 0;  // its address divided by eight
  uint64_t mask = 0;

  friend bool operator==(const SharedBytes&, const SharedBytes&) = default;
};

// Code of a module in which threads are to be preempted, or not, in addresses of the file.
struct ScopeRange {
  static constexpr uint32_t kOnly = 1;
  static constexpr uint32_t kNever = 2;

  uint64_t begin = 0;
  uint64_t end = 0;
  uint32_t module = 0;  // the number of its path in a list
  uint32_t what = 0;    // bits

  friend bool operator==(const ScopeRange&, const ScopeRange&) = default;
};

// Those that are single values.  Lists (places, shared bytes, known races, modules and ranges of a
// scope) lie in memory of their own, wherever these are kept.
struct Conditions {
  uint64_t seed = 0;
  int64_t start_time = 0;  // virtual clock at the start: nanoseconds since 1970
  uint32_t pool = 0;       // threads to make ready before the start
  uint32_t fair_every = 8;
  uint32_t step_limit = 0;
  bool scenario = false;  // the program has one, and the steps are those of its body
  Visible visible = Visible::race;
  bool volatile_sync = false;   // volatile accesses synchronize, as if they were atomic
  bool reuse = false;           // a malloc may take a freed block, see runtime/heap/reuse.h
  bool ends_at_cycles = false;  // a cycle of waits is a deadlock at once, see detect/deadlock.h
  bool holds_idle = false;      // who would go round a loop to no effect waits, see Execution
  bool sees_pauses = false;     // fairness acts on those that a thread comes back to, see Fairness
  bool scoped = false;          // threads are not preempted everywhere, see ScopeRange;
  bool scope_only = false;      // but only there where it says so
  uint64_t wanted_race = 0;     // the only one that ends an execution, see places.h; 0: any does
};

}  // namespace heddle::event

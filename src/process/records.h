// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/access.h"
#include "event/event.h"
#include "event/ids.h"
#include "event/outcome.h"

#include <cstddef>
#include <cstdint>

// What lists in a process::Arena are made of.
namespace heddle::process {

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

struct TextRecord {
  char text[184] = {};
  uint64_t check = 0;  // that it is as it was written, in its place; see add_text()
};

}  // namespace heddle::process

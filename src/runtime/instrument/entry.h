// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Where a thread came from when it called a hook, so that a loop that comes back to the
// same place can be told from one that has got somewhere.
namespace heddle::runtime {

// A function that is entered through entry.S.
#define HEDDLE_HOOK extern "C" __attribute__((used, visibility("hidden")))

// Registers that a function must leave as they are, as the caller had them.
struct Entry {
  uint64_t rbx, rbp, r12, r13, r14, r15;
  uint64_t sp;  // of the caller's return address
};

// Written by entry.S for each call of a hook that reads memory, or of a function that tries to take
// a lock.
extern "C" __attribute__((visibility("hidden"))) thread_local Entry heddle_entry;

// Whether plain accesses are to be looked at closely, as some are scheduling points.
extern "C" __attribute__((visibility("hidden"))) bool heddle_looks_closer;

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Where a thread came from when it called a hook, so that a loop that comes back to the
// same place can be told from one that has got somewhere.
namespace heddle::runtime {

// A function that is entered through hooks_entry.S.
#define HEDDLE_HOOK extern "C" __attribute__((used, visibility("hidden")))

// The address in the program's code that such a function is called from.
#define HEDDLE_ENTRY_SITE (*reinterpret_cast<const void* const*>(heddle_entry.sp))

// Registers that a function must leave as they are, as the caller had them.
struct Entry {
  uint64_t rbx, rbp, r12, r13, r14, r15;
  uint64_t sp;  // of the caller's return address
};

struct Fiber;

// Written by hooks_entry.S for each call of a hook that reads memory, or of a function that tries
// to take a lock, or pauses; of other hooks, only `sp`.
extern "C" __attribute__((visibility("hidden"))) constinit thread_local Entry heddle_entry;

// Calls the function with the other arguments, on the thread's side stack.
extern "C" __attribute__((visibility("hidden"))) void heddle_aside(
    Fiber& self, uint64_t address, uint64_t bytes, const void* site,
    void (*function)(Fiber& self, uint64_t address, uint64_t bytes, const void* site));

// Whether instrumented functions are to be told of, as stacks are kept.
extern "C" __attribute__((visibility("hidden"))) bool heddle_keeps_calls;

// Whether plain accesses are to be looked at closely, as some are scheduling points.
extern "C" __attribute__((visibility("hidden"))) bool heddle_looks_closer;

}  // namespace heddle::runtime

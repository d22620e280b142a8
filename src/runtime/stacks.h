// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"

#include <cstdint>

// Where threads are, as addresses; they are turned into lines when a report is
// made, by another process.
namespace heddle::runtime {

// Writes the caller's stack into the arena; returns its number, 0 if full.
uint32_t record_stack();

// Equal for equal stacks.
uint64_t stack_hash();

// The library that unwinds stacks takes locks of its own while it does.  They are
// held only inside one of its functions, so nobody ever waits for them: its calls
// are no visible operations, and go to the real functions.
void find_unwinder();
[[nodiscard]] bool is_unwinder(const void* caller);

// Writes down which files are mapped where.
void record_modules(explore::Arena& arena);

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Where threads are, as addresses; they are turned into lines when a report is
// made, by another process.
namespace heddle::runtime {

// Writes the caller's stack into the arena; returns its number, 0 if full.
[[gnu::noinline, gnu::cold]] uint32_t record_stack();

// Equal for equal stacks of the program; heddle's own frames do not count.
uint64_t stack_hash();

}  // namespace heddle::runtime

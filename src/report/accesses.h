// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/access.h"
#include "trace/trace.h"

#include <cstddef>
#include <string>

// The accesses to memory that a finding is about, in words.
namespace heddle::report {

// Which access is which.  What the trace does not have is null.
struct Roles {
  const event::Access* first = nullptr;         // of a race
  const event::Access* second = nullptr;        // of a race; the use of what was freed
  const event::Access* allocation = nullptr;    // of the block that was touched
  const event::Access* deallocation = nullptr;  // of a use after free, a double free
};

// All null if the trace lacks what its finding rests on.
[[nodiscard]] Roles roles_of(const trace::Trace& trace);

// The step that the access is by itself; null if it was done in the code after one.
[[nodiscard]] const event::Event* own_step(const trace::Trace& trace, const event::Access& access);

// "writes 4 bytes", "reads 8 bytes (atomic, relaxed)", "frees 32 bytes"
[[nodiscard]] std::string access_words(const trace::Trace& trace, const event::Access& access);

// "16 bytes into a block of 32", "at the start of a block of 32 bytes"
[[nodiscard]] std::string block_words(const event::Access& access, const event::Access& block);

// What is said of the access where it stands under its step: "write counter: race".
[[nodiscard]] std::string mark_words(const trace::Trace& trace, const event::Access& access);

// The same, where the access is a step and its words stand there already: ": race".
[[nodiscard]] std::string mark_suffix(const trace::Trace& trace, const event::Access& access);

}  // namespace heddle::report

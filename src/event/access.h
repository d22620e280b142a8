// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::event {

// What was done to memory, as the trace file and reports call it.
#define HEDDLE_ACCESSES(X)            \
  X(read, "read")                     \
  X(write, "write")                   \
  X(atomic_read, "atomic read")       \
  X(atomic_write, "atomic write")     \
  X(volatile_read, "volatile read")   \
  X(volatile_write, "volatile write") \
  X(allocate, "allocation")           \
  X(deallocate, "deallocation")

enum class AccessKind : uint8_t {
#define X(name, word) name,
  HEDDLE_ACCESSES(X)
#undef X
};

[[nodiscard]] constexpr bool is_write(AccessKind kind) {
  return kind == AccessKind::write || kind == AccessKind::atomic_write ||
         kind == AccessKind::volatile_write || kind == AccessKind::deallocate;
}
[[nodiscard]] constexpr bool is_atomic(AccessKind kind) {
  return kind == AccessKind::atomic_read || kind == AccessKind::atomic_write;
}

// One access to memory that a finding is about.
struct Access {
  AccessKind kind = AccessKind::read;
  ThreadId thread = kNoThread;
  uint32_t step = 0;   // of the execution, in or after which it was done, from 1; 0 before all
  uint32_t stack = 0;  // where; see Event::stack
  uint64_t bytes = 0;
  uint64_t address = 0;
  uint64_t place = 0;  // the address in the program's code
};

// A race has two, in the order in which they were done; a use after free has three: the
// allocation, the deallocation, the use; a double free likewise.
inline constexpr size_t kMaxAccesses = 3;

// Whether the access is what that step did, as far as thread, kind and size tell.
[[nodiscard]] bool is_done_by(const Access& access, const Event& step);

[[nodiscard]] std::string_view to_string(AccessKind kind);
[[nodiscard]] std::string_view word_for(AccessKind kind);
[[nodiscard]] std::optional<AccessKind> parse_access_kind(std::string_view name);

}  // namespace heddle::event

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/regions.h"

#include <cstddef>
#include <cstdint>

// The heap's address space becomes memory piece by piece, as it is needed.
namespace heddle::runtime {

// What of the heap's address space is memory.  It is true of the process, whatever is put
// back, so it belongs to the runtime and not to the program.
struct MappedPieces {
  static constexpr size_t kBytes = size_t{1} << 22;
  uint64_t bits[(kHeapEnd - kHeapBegin) / kBytes / 64] = {};

  [[nodiscard]] bool contains(uint64_t piece) const {
    return (bits[piece / 64] >> (piece % 64) & 1) != 0;
  }
  // Also by threads that are not under control, while others run.
  void add(uint64_t piece) {
    __atomic_fetch_or(&bits[piece / 64], uint64_t{1} << (piece % 64), __ATOMIC_RELAXED);
  }

  [[nodiscard]] static uint64_t number(uintptr_t address) {
    return (address - kHeapBegin) / kBytes;
  }
};

// Makes memory of all pieces that [begin, end) touches.  It is zeros, and it is put back
// to zeros, even if it was not there at the start.  False if there is no memory.
bool make_heap_memory(uintptr_t begin, uintptr_t end);

// Where there is memory that says more about the block whose header is there; it belongs to
// the runtime.  Null if there is no memory for it.
void* memory_beside(const void* header);
// The same, if it was asked for before.
[[nodiscard]] const void* known_memory_beside(const void* header);

}  // namespace heddle::runtime

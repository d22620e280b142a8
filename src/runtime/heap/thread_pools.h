// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/pool.h"

#include <cstddef>
#include <cstdint>

// The pools of threads, where their regions are, and blocks from them.
namespace heddle::runtime {

struct Fiber;

inline constexpr size_t kHeapPage = 4096;
inline constexpr size_t kLargeBytes = size_t{1} << 20;  // page by page from here on

// Null if there is no memory.
Pool* pool_of(Fiber& fiber);
// Of all who are not under control; they need the lock.
Pool* pool_of_all();

// A block with room for `bytes` at that alignment: the header in front of them, or null if
// there is no memory.  `is_fresh`: they are zeros.
Header* take_block(Pool& pool, size_t bytes, size_t alignment, uint32_t start, bool& is_fresh);

// The size of the blocks that have so much room, and a header in such a block, in front of the
// program's bytes.
[[nodiscard]] constexpr uint32_t size_for(size_t bytes, size_t alignment) {
  return size_number(kHeaderBytes + bytes + alignment - kBlockGrain);
}
Header* front_in(Header* block, size_t bytes, size_t alignment, uint32_t start);

// Freed by the pool's thread; `front` is the header in front of the program's bytes.
void free_block(Pool& pool, Header* front);

}  // namespace heddle::runtime

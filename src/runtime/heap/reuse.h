// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/block.h"
#include "runtime/heap/pool.h"

#include <cstddef>
#include <cstdint>

// Freed memory that is given out again, as a real malloc does (--reuse).
//
// As long as there are other threads, which may hold on to an address, a freed block does not go
// to quarantine but to a list of its size, and a malloc is a step: an operation that has one
// outcome for fresh memory, and one for each of the last few blocks in the list.
//
// What is in a list is a function of the trace order, as the steps in which a block is freed or
// taken depend on each other; a malloc that takes fresh memory only reads the list.  Mallocs and
// frees by libc and by the loader have nothing to do with this: they may be inside of something
// that only one thread at a time can be in.
namespace heddle::runtime {

struct Fiber;

// The freed blocks of each size, the last one first; linked through their headers.  Part of the
// program's state.
struct ReusableBlocks {
  Header* first[kBlockSizes] = {};
};

// Whether memory that is allocated or freed there is given out again.
//   site: the call, in the program's code.
[[nodiscard]] bool is_reused_at(const void* site);

// A step of the current thread: the block of that size that it is to have, or null for a fresh one.
[[nodiscard]] Header* choose_block(Pool& pool, uint32_t size, const void* site);

// The current thread has freed a block, whose header is in front of the program's bytes.
void make_reusable(Pool& pool, Header* front);

// Pools begin anew: what was freed before stays where it is.
void forget_reusable();

}  // namespace heddle::runtime

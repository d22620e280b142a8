// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/access.h"
#include "runtime/heap/block.h"

#include <cstddef>

// Who allocated a block and who freed it, and where: what a report tells of it.  To be kept
// only in the execution that is written down; beside the blocks, so that addresses are the
// same in all.
namespace heddle::runtime {

[[gnu::noinline, gnu::cold]] void note_allocation(const Header* front, const void* site);
[[gnu::noinline, gnu::cold]] void note_deallocation(const Header* front, const void* site);

// What the current thread does to the block at `address`, or tries to.
event::Access access_now(event::AccessKind kind, const void* address, size_t bytes,
                         const void* site);

// The allocation and, if it is freed, the deallocation of the block that `address` is in.
// Returns how many are known; 0 if stacks are not recorded.  What was allocated before main
// has no allocation.
size_t describe_block(const void* address, event::Access (&accesses)[2]);

}  // namespace heddle::runtime

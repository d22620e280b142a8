// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/heap_memory.h"
#include "runtime/heap/possible_reuse.h"
#include "runtime/heap/regions.h"
#include "runtime/heap/reuse.h"

#include <cstdint>

namespace heddle::runtime {

// What the heap knows besides its pools; put back with the program's memory.
struct HeapState {
  Granules granules;
  uint32_t start = 0;             // the number of the start to which pools go back; 0: none
  uint64_t freed_by_others = 0;   // until then, of what is since then: must not grow
  bool memory_is_reused = false;  // pools did: what is fresh is not zeros
  bool drifts = false;            // they no longer do
  ReusableBlocks reusable;        // with --reuse
  PossibleReuse possible;         // without it
};

// What belongs to the process.
struct HeapOfProcess {
  MappedPieces mapped;
  MappedPieces mapped_beside;
  uint32_t stacks = 0;      // kept of blocks, in the execution that is written down
  uintptr_t locked_by = 0;  // the thread pointer of who uses the pool of all
};

}  // namespace heddle::runtime

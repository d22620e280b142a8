// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/block_size.h"

#include <cstdint>

// Whether --reuse would have made a difference, where it was not asked for.
//
// A malloc may get a block that was freed among threads, if it comes after that free.  Neither is a
// step then, so that their order in an execution says nothing unless one thread does both.
namespace heddle::runtime {

// By size, for an execution; part of the program's state.
struct PossibleReuse {
  uint16_t allocated_by[kBlockSizes] = {};  // 0: nobody; 1 + a thread; kSeveral
  bool freed[kBlockSizes] = {};
  bool any = false;  // of these

  void forget() {
    if (any) {
      *this = {};
    }
  }
};

// The current thread has got a block of that size from that place in the program's code; it is
// about to free one.
void note_allocated(uint32_t size, const void* site);
void note_freed(uint32_t size, const void* site);

}  // namespace heddle::runtime

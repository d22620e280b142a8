// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// What detectors of bad accesses are told of the blocks of threads under control.
namespace heddle::runtime {

// The current thread has just got them; what was there before is another object's.
//   site: the call, in the program's code.
void block_allocated(void* address, size_t bytes, const void* site);

// The current thread is about to give them up: a write of all of them.  They are still the
// program's, so the execution can end here.
void block_freed(void* address, size_t bytes, const void* site);

}  // namespace heddle::runtime

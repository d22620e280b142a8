// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// The program's malloc, as long as it has none of its own.
//
// Every thread under control has a pool of its own (pool.h) at an address of its own
// (regions.h), so that the addresses it gets depend on nothing but its own past.  All
// others, and the time before main, share one, under a lock.  What is freed twice or was
// never allocated is a finding.
//
// It needs nothing that is set up before: the loader allocates, too.
namespace heddle::runtime {

inline constexpr size_t kUsualAlignment = 16;

//   alignment: a power of two.
//   site: the call, in the program's code.
// Null, with errno, if there is no memory.
void* allocate(size_t bytes, size_t alignment, bool zeros, const void* site);
void release(void* address, const void* site);
void* resize(void* address, size_t bytes, const void* site);
size_t usable_bytes(const void* address);

// A scenario's body begins here, for the first time: a start to which pools can go back.
void heap_begins_start();

// It begins again, and nobody has put back the program's memory.  Pools go back to the
// start if what was allocated since is freed, and nothing else is; if not, the start is
// here from now on; if that happens again and again, they go on as they are.
void heap_goes_round();

// So that a child process of the program finds the lock free.
void prepare_heap_for_fork();

}  // namespace heddle::runtime

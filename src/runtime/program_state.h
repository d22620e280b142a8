// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/benign.h"
#include "runtime/effects/aliases.h"
#include "runtime/heap/heap_state.h"
#include "runtime/small_memory.h"
#include "runtime/timer_descriptors.h"

#include <climits>
#include <cstddef>

#include <link.h>
#include <pthread.h>

namespace heddle::runtime {

// What the runtime knows of the program that an execution changes.  Unlike the rest
// of the runtime it is put back with the program's memory, so it has pages to itself.
struct alignas(4096) ProgramState {
  TimerDescriptors timers;
  SmallMemory small_memory;
  const link_map* last_loaded = nullptr;        // of the files that are loaded before main
  bool has_exit_work = false;                   // handlers or destructors wait for the end
  bool streams_opened = false;                  // the program has made streams of its own
  bool foreign_threads = false;                 // the program made threads before main
  void (*terminate_handler)() = nullptr;        // the program's own
  alignas(8) std::byte segv_action[32] = {};    // what it wants done on SIGSEGV and SIGSYS, if
  alignas(8) std::byte sigsys_action[32] = {};  // these are taken for tracking
  BenignRanges benign;
  SharedMappings shared_mappings;
  pthread_key_t keys = 0;  // all keys with destructors are below this
  void (*key_destructors[PTHREAD_KEYS_MAX])(void*) = {};
  uint32_t accepted = 0;  // connections
  HeapState heap;
};

}  // namespace heddle::runtime

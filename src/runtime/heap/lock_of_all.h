// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstdint>

#include <sys/syscall.h>

namespace heddle::runtime {

// For the pool that all share who are not under control.  Whoever has it already, while it
// forks, goes on: handlers may allocate.
class LockOfAll {
 public:
  LockOfAll() : had_it_(__atomic_load_n(&rt.heap.locked_by, __ATOMIC_RELAXED) == this_thread()) {
    if (!had_it_) {
      lock();
    }
  }
  ~LockOfAll() {
    if (!had_it_) {
      unlock();
    }
  }
  LockOfAll(const LockOfAll&) = delete;
  LockOfAll& operator=(const LockOfAll&) = delete;

  static void lock() {
    uintptr_t nobody = 0;
    while (!__atomic_compare_exchange_n(&rt.heap.locked_by, &nobody, this_thread(), false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      nobody = 0;
      raw_syscall(SYS_sched_yield);
    }
  }
  static void unlock() { __atomic_store_n(&rt.heap.locked_by, 0, __ATOMIC_RELEASE); }

 private:
  static uintptr_t this_thread() { return reinterpret_cast<uintptr_t>(__builtin_thread_pointer()); }

  const bool had_it_;
};

}  // namespace heddle::runtime

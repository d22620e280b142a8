// SPDX-License-Identifier: Apache-2.0
//
// The loop of fence_ok, and a flag that another thread lowers again: who has not seen it by then
// waits for ever.
//
// BUILD: heddle
// RUN: heddle run --steps 200 %t
// EXPECT: livelock preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int flag;

static void wait_for_flag(void) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_seq_cst);
  }
}

static void raise_and_lower_flag(void) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
}

int main(void) {
  run_both(wait_for_flag, raise_and_lower_flag);
  return 0;
}

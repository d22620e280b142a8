// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of fence_too_early_race; fences on one side go with an acquiring load on the
// other.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int ready;
static int value;

static void publish(void) {
  value = 42;
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
}

static void use(void) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    assert(value == 42);
  }
}

int main(void) {
  run_both(publish, use);
  return 0;
}

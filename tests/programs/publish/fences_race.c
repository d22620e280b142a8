// SPDX-License-Identifier: Apache-2.0
//
// A release fence before a relaxed store, and nothing on the side of the reader: its relaxed load
// synchronizes with nothing.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int ready;
static int value;

static void publish(void) {
  value = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
}

static void use(void) {
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    assert(value == 42);
  }
}

int main(void) {
  run_both(publish, use);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A value is published with a relaxed flag: it arrives, but nothing orders it before its use.
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

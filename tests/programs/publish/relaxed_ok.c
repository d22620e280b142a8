// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of relaxed_race: release and acquire.
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
  atomic_store_explicit(&ready, 1, memory_order_release);
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

// SPDX-License-Identifier: Apache-2.0
//
// A helper passes the flag on with a load and a relaxed store: the store begins nothing, and what
// the first thread released ends there.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int stage;
static int value;

static void publish(void) {
  value = 42;
  atomic_store_explicit(&stage, 1, memory_order_release);
}

static void pass_on(void) {
  if (atomic_load_explicit(&stage, memory_order_relaxed) == 1) {
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
  }
}

static void use(void) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) {
    assert(value == 42);
  }
}

int main(void) {
  run_three(publish, pass_on, use);
  return 0;
}

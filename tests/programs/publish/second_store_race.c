// SPDX-License-Identifier: Apache-2.0
//
// The same thread stores again, relaxed.  Up to C++17 and C17 this continued its release sequence;
// from C++20 on it does not, and heddle goes by that.
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
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
}

static void use(void) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) {
    assert(value == 42);
  }
}

int main(void) {
  run_both(publish, use);
  return 0;
}

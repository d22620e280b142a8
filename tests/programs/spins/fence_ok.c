// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a flag with a fence in its loop.  A fence gets nobody anywhere, so this is a
// loop that waits like any other, and ends with the flag.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void wait_for_flag(void) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
  }
  atomic_thread_fence(memory_order_acquire);
  assert(data == 1);
}

static void raise_flag(void) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
}

int main(void) {
  run_both(wait_for_flag, raise_flag);
  return 0;
}

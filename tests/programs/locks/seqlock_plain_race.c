// SPDX-License-Identifier: Apache-2.0
//
// A sequence lock around plain data, as they are often written.  A reader that comes first leaves
// nothing that the writer could acquire: its reads and the writes are not ordered, even if they are
// far apart.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int left, right;

static void write_pair(void) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  left = 5;
  right = 5;
  atomic_store_explicit(&sequence, 2, memory_order_release);
}

static void read_pair(void) {
  unsigned before;
  int seen_left, seen_right;
  do {
    while ((before = atomic_load_explicit(&sequence, memory_order_acquire)) % 2 != 0) {
    }
    seen_left = left;
    seen_right = right;
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(&sequence, memory_order_relaxed) != before);
  assert(seen_left == seen_right);
}

int main(void) {
  run_both(write_pair, read_pair);
  return 0;
}

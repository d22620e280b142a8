// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of seqlock_plain_race: the data are relaxed atomics, ordered by fences.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void write_pair(void) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&left, 5, memory_order_relaxed);
  atomic_store_explicit(&right, 5, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
}

static void read_pair(void) {
  unsigned before;
  int seen_left, seen_right;
  do {
    while ((before = atomic_load_explicit(&sequence, memory_order_acquire)) % 2 != 0) {
    }
    seen_left = atomic_load_explicit(&left, memory_order_relaxed);
    seen_right = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(&sequence, memory_order_relaxed) != before);
  assert(seen_left == seen_right);
}

int main(void) {
  run_both(write_pair, read_pair);
  return 0;
}

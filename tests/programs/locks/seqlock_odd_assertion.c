// SPDX-License-Identifier: Apache-2.0
//
// The reader of a sequence lock looks whether the number has changed, but not whether it is odd.
// Preempted between its two stores, the writer lets the reader see a half-made pair under one and
// the same odd number.  One preemption; without one the reader comes before or after.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void write_pair(void) {
  atomic_store(&sequence, 1);
  atomic_store(&left, 5);
  atomic_store(&right, 5);
  atomic_store(&sequence, 2);
}

static void read_pair(void) {
  unsigned before;
  int seen_left, seen_right;
  do {
    before = atomic_load(&sequence);
    seen_left = atomic_load(&left);
    seen_right = atomic_load(&right);
  } while (atomic_load(&sequence) != before);
  assert(seen_left == seen_right);
}

int main(void) {
  run_both(write_pair, read_pair);
  return 0;
}

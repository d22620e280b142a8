// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of seqlock_odd_assertion.  While the number is odd the reader only looks at it.
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
  atomic_store(&sequence, 1);
  atomic_store(&left, 5);
  atomic_store(&right, 5);
  atomic_store(&sequence, 2);
}

static void read_pair(void) {
  unsigned before;
  int seen_left, seen_right;
  do {
    while ((before = atomic_load(&sequence)) % 2 != 0) {
    }
    seen_left = atomic_load(&left);
    seen_right = atomic_load(&right);
  } while (atomic_load(&sequence) != before);
  assert(seen_left == seen_right);
}

int main(void) {
  run_both(write_pair, read_pair);
  return 0;
}

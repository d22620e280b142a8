// SPDX-License-Identifier: Apache-2.0
//
// A seqlock: the sequence is odd while the writer is at work, and readers wait for an even one. The
// writer leaves early if there is nothing to change, and leaves the sequence odd.  No preemption.
//
// BUILD: heddle
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int value;

static void write_value(int fresh) {
  atomic_fetch_add(&sequence, 1);
  if (atomic_load(&value) == fresh) {
    return;
  }
  atomic_store(&value, fresh);
  atomic_fetch_add(&sequence, 1);
}

static void write_twice(void) {
  write_value(1);
  write_value(1);
}

static void read_value(void) {
  unsigned before = 0;
  do {
    while ((before = atomic_load(&sequence)) % 2 != 0) {
    }
    atomic_load(&value);
  } while (atomic_load(&sequence) != before);
}

int main(void) {
  run_both(write_twice, read_value);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of odd_sequence_livelock: whoever makes the sequence odd makes it even again.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int value;

static void write_value(int fresh) {
  atomic_fetch_add(&sequence, 1);
  if (atomic_load(&value) != fresh) {
    atomic_store(&value, fresh);
  }
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

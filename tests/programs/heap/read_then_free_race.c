// SPDX-License-Identifier: Apache-2.0
//
// A buffer is read, a relaxed flag says so, and the other thread frees it: nothing orders the read
// before the free.  `free` is a write of the whole object.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int done;
static int seen;

static void read_last(void) {
  seen = buffer[15];
  atomic_store_explicit(&done, 1, memory_order_relaxed);
}

static void free_it(void) {
  while (!atomic_load_explicit(&done, memory_order_relaxed)) {
  }
  free(buffer);
}

int main(void) {
  buffer = calloc(16, 1);
  run_both(read_last, free_it);
  return seen;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of read_then_free_race: release and acquire.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int done;
static int seen;

static void read_last(void) {
  seen = buffer[15];
  atomic_store_explicit(&done, 1, memory_order_release);
}

static void free_it(void) {
  while (!atomic_load_explicit(&done, memory_order_acquire)) {
  }
  free(buffer);
}

int main(void) {
  buffer = calloc(16, 1);
  run_both(read_last, free_it);
  return seen;
}

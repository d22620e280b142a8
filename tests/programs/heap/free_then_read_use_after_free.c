// SPDX-License-Identifier: Apache-2.0
//
// A thread frees a buffer and says so; the other waits for that, and reads it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: use_after_free preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int done;
static int seen;

static void free_it(void) {
  free(buffer);
  atomic_store(&done, 1);
}

static void read_last(void) {
  while (!atomic_load(&done)) {
  }
  seen = buffer[15];
}

int main(void) {
  buffer = calloc(16, 1);
  run_both(free_it, read_last);
  return seen;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of free_then_read_use_after_free: it reads another one, that may have got the
// same address.
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

static void free_it(void) {
  free(buffer);
  buffer = calloc(16, 1);
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
  free(buffer);
  return seen;
}

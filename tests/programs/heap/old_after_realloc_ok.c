// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of old_after_realloc_use_after_free: it keeps an index.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static const int kept = 3;
static atomic_int done;
static int seen;

static void grow(void) {
  buffer = realloc(buffer, 4096);
  atomic_store(&done, 1);
}

static void read_kept(void) {
  while (!atomic_load(&done)) {
  }
  seen = buffer[kept];
}

int main(void) {
  buffer = calloc(16, 1);
  run_both(grow, read_kept);
  free(buffer);
  return seen;
}

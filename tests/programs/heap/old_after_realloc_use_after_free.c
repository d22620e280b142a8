// SPDX-License-Identifier: Apache-2.0
//
// A thread keeps a pointer into a buffer that another one makes larger, and so moves.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: use_after_free preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static char* kept;
static atomic_int done;
static int seen;

static void grow(void) {
  buffer = realloc(buffer, 4096);
  atomic_store(&done, 1);
}

static void read_kept(void) {
  while (!atomic_load(&done)) {
  }
  seen = *kept;
}

int main(void) {
  buffer = calloc(16, 1);
  kept = &buffer[3];
  run_both(grow, read_kept);
  free(buffer);
  return seen;
}

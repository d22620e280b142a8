// SPDX-License-Identifier: Apache-2.0
//
// A buffer is written, and made larger by another thread, which has not seen that as done: realloc
// reads and writes the whole object.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int done;

static void write_last(void) {
  buffer[15] = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
}

static void grow(void) {
  while (!atomic_load_explicit(&done, memory_order_relaxed)) {
  }
  buffer = realloc(buffer, 4096);
}

int main(void) {
  buffer = calloc(16, 1);
  run_both(write_last, grow);
  const int last = buffer[15];
  free(buffer);
  return last == 1 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of write_then_realloc_race: release and acquire.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int done;

static void write_last(void) {
  buffer[15] = 1;
  atomic_store_explicit(&done, 1, memory_order_release);
}

static void grow(void) {
  while (!atomic_load_explicit(&done, memory_order_acquire)) {
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

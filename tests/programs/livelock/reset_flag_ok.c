// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of reset_flag_livelock: only an empty slot is filled.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 --fair-every 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int full;

static void produce(void) {
  int empty = 0;
  while (!atomic_compare_exchange_strong(&full, &empty, 1)) {
    empty = 0;
  }
}

static void consume(void) {
  for (int i = 0; i < 2; i++) {
    while (!atomic_load(&full)) {
    }
    atomic_store(&full, 0);
  }
}

int main(void) {
  run_three(produce, produce, consume);
  return 0;
}

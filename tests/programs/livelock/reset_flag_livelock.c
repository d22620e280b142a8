// SPDX-License-Identifier: Apache-2.0
//
// Two producers hand over an item each through one slot: fill it, then wait until it is empty
// again.  A slot that is full already is filled once more, so one item is lost.  The consumer waits
// for two.  No preemption: who fills the slot first waits there, and the other producer may be
// next.
//
// BUILD: heddle
// RUN: heddle run --steps 400 --fair-every 1 %t
// EXPECT: livelock preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int full;

static void produce(void) {
  atomic_store(&full, 1);
  while (atomic_load(&full)) {
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

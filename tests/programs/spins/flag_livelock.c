// SPDX-License-Identifier: Apache-2.0
//
// A thread spins on a flag that nobody raises.
//
// BUILD: heddle
// RUN: heddle run --steps 300 %t
// EXPECT: livelock preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int flag, other;

static void raise_flag(void) { atomic_store(&other, 1); }

static void await(void) {
  while (!atomic_load(&flag)) {
  }
  atomic_load(&other);
}

int main(void) {
  run_both(await, raise_flag);
  return 0;
}

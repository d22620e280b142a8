// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of barrier_phase_livelock: the count is set back before anybody is released.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 --fair-every 2 %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

enum { THREADS = 2 };

static atomic_int arrived, phase;

static void await(void) {
  const int mine = atomic_load(&phase);
  if (atomic_fetch_add(&arrived, 1) == THREADS - 1) {
    atomic_store(&arrived, 0);
    atomic_store(&phase, mine + 1);
  } else {
    while (atomic_load(&phase) == mine) {
    }
  }
}

static void meet_twice(void) {
  await();
  await();
}

int main(void) {
  run_both(meet_twice, meet_twice);
  return 0;
}

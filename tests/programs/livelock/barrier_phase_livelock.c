// SPDX-License-Identifier: Apache-2.0
//
// A barrier made by hand: the last to arrive turns the phase, and the others wait for that.  The
// last one turns the phase first and then sets the count back, so a thread that is released at once
// and comes to the barrier again is counted, and the count is then wiped out.  One preemption,
// between the two.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 --steps 400 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 --steps 400 %t
// EXPECT: livelock preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>

enum { THREADS = 2 };

static atomic_int arrived, phase;

static void await(void) {
  const int mine = atomic_load(&phase);
  if (atomic_fetch_add(&arrived, 1) == THREADS - 1) {
    atomic_store(&phase, mine + 1);
    atomic_store(&arrived, 0);
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

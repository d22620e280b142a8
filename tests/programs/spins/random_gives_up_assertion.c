// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a flag, and gives up with a probability of one in five.  What rand returns
// next is in memory of libc, which no hook tells of: the loop is not idle though it writes nothing.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: assertion preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static int gave_up;

static void wait_for_flag(void) {
  while (!gave_up && !atomic_load(&flag)) {
    if (rand() % 5 == 0) {
      gave_up = 1;
    }
  }
}

static void raise_flag(void) { atomic_store(&flag, 1); }

int main(void) {
  run_both(wait_for_flag, raise_flag);
  assert(!gave_up);
  return 0;
}

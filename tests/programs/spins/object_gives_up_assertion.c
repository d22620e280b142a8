// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a flag until a part of the program says that it has waited long enough.  That
// part was compiled plainly and linked in, and counts in memory of its own, so the loop looks as if
// it came back to where it was.  It does not: it gives up after six rounds, without a preemption.
//
// BUILD: heddle
// PLAIN_OBJECT: parts/patience.c
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --preemptions all %t
// EXPECT: assertion
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

int out_of_patience(void);

static atomic_int flag;
static int gave_up;

static void wait_for_flag(void) {
  while (!gave_up && !atomic_load(&flag)) {
    if (out_of_patience()) {
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

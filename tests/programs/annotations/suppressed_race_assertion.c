// SPDX-License-Identifier: Apache-2.0
//
// Two threads count without a lock.  If that race is suppressed, the two places become scheduling
// points, and what comes of the race is found: one preemption, between reading and writing, loses a
// step.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
// RUN: heddle run --suppressions %S/none.supp %t
// EXPECT: race preemptions=0
// RUN: heddle run --suppressions %S/count.supp --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --suppressions %S/count.supp %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>

static int counter;

static void count(void) { counter++; }

int main(void) {
  run_both(count, count);
  assert(counter == 2);
  return 0;
}

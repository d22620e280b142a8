// SPDX-License-Identifier: Apache-2.0
//
// Three threads take a lock twice each, by exchanges until it was free.  Who waits does not look
// again before the lock has changed, so there are few schedules.
//
// BUILD: heddle
// RUN: heddle run --executions 5000 %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int taken;
static int count;

static void add(void) {
  for (int i = 0; i < 2; i++) {
    while (atomic_exchange(&taken, 1) != 0) {
    }
    count++;
    atomic_store(&taken, 0);
  }
}

int main(void) {
  run_three(add, add, add);
  assert(count == 6);
  return 0;
}

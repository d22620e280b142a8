// SPDX-License-Identifier: Apache-2.0
//
// The lock is given back by whoever came last, too: one who waited gives back what it does not
// have.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int taken;
static atomic_int inside;

static void add(void) {
  int tries = 0;
  while (atomic_exchange(&taken, 1) != 0) {
    if (++tries == 3) {
      atomic_store(&taken, 0);  // it must have been forgotten
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&taken, 0);
}

int main(void) {
  run_three(add, add, add);
  return 0;
}

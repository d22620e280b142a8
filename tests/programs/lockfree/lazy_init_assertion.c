// SPDX-License-Identifier: Apache-2.0
//
// Two threads look whether the value is there, and make it if not.  Preempted after its look, a
// thread makes it a second time.  One preemption; without one the second thread finds it.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int value, made;

static void use(void) {
  if (atomic_load(&value) == 0) {
    atomic_store(&value, 42);
    atomic_fetch_add(&made, 1);
  }
}

int main(void) {
  run_both(use, use);
  assert(atomic_load(&made) == 1);
  return 0;
}

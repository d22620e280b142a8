// SPDX-License-Identifier: Apache-2.0
//
// A compare-exchange that fails is a load, with the order given for failure: relaxed here.  A
// thread that learns in this way that the value is there has not acquired it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

enum { kNobody, kMaker, kMade };

static atomic_int state;
static int value;

static void make(void) {
  value = 42;
  atomic_store_explicit(&state, kMade, memory_order_release);
}

static void use(void) {
  int seen = kNobody;
  if (!atomic_compare_exchange_strong_explicit(&state, &seen, kMaker, memory_order_acq_rel,
                                               memory_order_relaxed)) {
    assert(value == 42);
  }
}

int main(void) {
  run_both(make, use);
  return 0;
}

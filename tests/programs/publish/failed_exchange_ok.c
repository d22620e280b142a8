// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of failed_exchange_race: failure acquires.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
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
                                               memory_order_acquire)) {
    assert(value == 42);
  }
}

int main(void) {
  run_both(make, use);
  return 0;
}

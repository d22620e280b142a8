// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of lazy_init_assertion: only one compare-exchange from nothing succeeds.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int value, made;

static void use(void) {
  int nothing = 0;
  if (atomic_compare_exchange_strong(&value, &nothing, 42)) {
    atomic_fetch_add(&made, 1);
  }
}

int main(void) {
  run_both(use, use);
  assert(atomic_load(&made) == 1);
  return 0;
}

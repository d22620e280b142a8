// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of test_then_set_race: the exchange tests and sets in one step, and a thread
// that did not get the lock only looks until it is free.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) {
    while (atomic_load_explicit(&locked, memory_order_relaxed)) {
    }
  }
}

static void unlock(void) { atomic_store_explicit(&locked, 0, memory_order_release); }

static void add(void) {
  lock();
  counter++;
  unlock();
}

int main(void) {
  run_both(add, add);
  return counter == 2 ? 0 : 1;
}

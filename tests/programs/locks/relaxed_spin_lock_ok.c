// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of relaxed_spin_lock_race: acquire.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void add(void) {
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) {
    while (atomic_load_explicit(&locked, memory_order_relaxed)) {
    }
  }
  counter++;
  atomic_store_explicit(&locked, 0, memory_order_release);
}

int main(void) {
  run_both(add, add);
  return counter == 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// A spin lock whose exchange is relaxed: it excludes, but it does not order.  The thread that locks
// second does not see the first one's addition as done, in whatever order they run.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void add(void) {
  while (atomic_exchange_explicit(&locked, 1, memory_order_relaxed)) {
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

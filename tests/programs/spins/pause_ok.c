// SPDX-License-Identifier: Apache-2.0
//
// The same with the processor's instruction for such loops, in three ways to wait: for a value to
// come, for one to go, and for a compare-exchange to succeed.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int begun, busy = 1, seat = 1;

static void help(void) {
  atomic_store(&begun, 1);
  atomic_store(&busy, 0);
  atomic_store(&seat, 0);
}

static void await(void) {
  while (!atomic_load_explicit(&begun, memory_order_acquire)) {
    __builtin_ia32_pause();
  }
  while (atomic_load_explicit(&busy, memory_order_acquire)) {
    __builtin_ia32_pause();
  }
  int empty = 0;
  while (!atomic_compare_exchange_weak(&seat, &empty, 2)) {
    empty = 0;
    __builtin_ia32_pause();
  }
}

int main(void) {
  run_both(await, help);
  return 0;
}

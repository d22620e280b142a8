// SPDX-License-Identifier: Apache-2.0
//
// A spin lock that tests and sets in two steps.  Preempted between the two, a thread lets the other
// lock, work and unlock, and then locks without having seen that unlock: the two additions are not
// ordered.  One preemption; without one the second thread sees the first one's unlock.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: race preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  while (atomic_load_explicit(&locked, memory_order_acquire)) {
  }
  atomic_store_explicit(&locked, 1, memory_order_relaxed);
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

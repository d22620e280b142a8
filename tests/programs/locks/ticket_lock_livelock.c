// SPDX-License-Identifier: Apache-2.0
//
// A ticket lock that takes its ticket with a load and a store.  Preempted between the two, a thread
// lets the other take the same ticket and be served; after that nobody calls that number again. One
// preemption; without one each takes its ticket in one go.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --steps 300 %t
// EXPECT: livelock preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static unsigned take_ticket(void) {
  const unsigned ticket = atomic_load(&next);
  atomic_store(&next, ticket + 1);
  return ticket;
}

static void add(void) {
  const unsigned ticket = take_ticket();
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket) {
  }
  counter++;
  atomic_store_explicit(&serving, ticket + 1, memory_order_release);
}

int main(void) {
  run_both(add, add);
  return counter == 2 ? 0 : 1;
}

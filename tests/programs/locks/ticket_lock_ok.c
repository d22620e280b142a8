// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of ticket_lock_livelock: one read-modify-write takes a ticket.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static unsigned take_ticket(void) {
  return atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of only_if_preempted_race: looking and taking are one compare-exchange.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int is_free = 1;
static int data;

static int take(void) {
  int expected = 1;
  return atomic_compare_exchange_strong(&is_free, &expected, 0);
}

static void use(void) {
  if (take()) {
    data++;
    atomic_store(&is_free, 1);
  }
}

int main(void) {
  run_both(use, use);
  return data == 0 ? 1 : 0;
}

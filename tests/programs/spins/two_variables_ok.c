// SPDX-License-Identifier: Apache-2.0
//
// A loop that reads two variables in turn has not moved either if both are as they were.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int left, right;

static void raise_both(void) {
  atomic_store(&left, 1);
  atomic_store(&right, 1);
}

static void await_both(void) {
  while (!(atomic_load(&left) & atomic_load(&right))) {
  }
}

int main(void) {
  run_both(await_both, raise_both);
  return 0;
}

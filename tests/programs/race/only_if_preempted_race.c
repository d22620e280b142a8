// SPDX-License-Identifier: Apache-2.0
//
// Plain data is handed over with a flag, and taken back with a second look at it.  The race is
// there only if the owner is preempted between looking and writing: one preemption.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: race preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int is_free = 1;
static int data;

static int take(void) {
  if (atomic_load(&is_free)) {
    atomic_store(&is_free, 0);
    return 1;
  }
  return 0;
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

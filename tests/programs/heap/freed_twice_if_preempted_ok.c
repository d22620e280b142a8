// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of freed_twice_if_preempted_double_free: looking and saying so are one step.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* object;
static atomic_int is_there = 1;

static void give_up(void) {
  if (atomic_exchange(&is_there, 0)) {
    free(object);
  }
}

int main(void) {
  object = malloc(16);
  run_both(give_up, give_up);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Two threads look whether the object is still there, and free it.  One of them is preempted
// between its look and saying that it is gone: one preemption.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: double_free preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static char* object;
static atomic_int is_there = 1;

static void give_up(void) {
  if (atomic_load(&is_there)) {
    atomic_store(&is_there, 0);
    free(object);
  }
}

int main(void) {
  object = malloc(16);
  run_both(give_up, give_up);
  return 0;
}

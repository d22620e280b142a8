// SPDX-License-Identifier: Apache-2.0
//
// Two threads free the same object.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: double_free preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) object;

static void give_up(void) { free(atomic_load(&object)); }

int main(void) {
  atomic_init(&object, malloc(16));
  run_both(give_up, give_up);
  return 0;
}

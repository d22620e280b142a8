// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of freed_twice_double_free: the one who takes the pointer away frees.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) object;

static void give_up(void) { free(atomic_exchange(&object, NULL)); }

int main(void) {
  atomic_init(&object, malloc(16));
  run_both(give_up, give_up);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The twin of random_gives_up_assertion that never gives up: it only draws how long it waits before
// it looks again.  Such a loop ends when the flag is raised, by fairness.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 --reduction none %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void wait_for_flag(void) {
  while (!atomic_load(&flag)) {
    for (int i = rand() % 5; i > 0; i--) {
      __builtin_ia32_pause();
    }
  }
}

static void raise_flag(void) { atomic_store(&flag, 1); }

int main(void) {
  run_both(wait_for_flag, raise_flag);
  return 0;
}

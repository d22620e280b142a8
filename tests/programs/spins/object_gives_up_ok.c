// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of object_gives_up_assertion: when patience is at an end, the thread goes
// on waiting.
//
// BUILD: heddle
// PLAIN_OBJECT: parts/patience.c
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

int out_of_patience(void);

static atomic_int flag;

static void wait_for_flag(void) {
  while (!atomic_load(&flag)) {
    (void)out_of_patience();
  }
}

static void raise_flag(void) { atomic_store(&flag, 1); }

int main(void) {
  run_both(wait_for_flag, raise_flag);
  return 0;
}

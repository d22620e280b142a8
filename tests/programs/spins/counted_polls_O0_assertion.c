// SPDX-License-Identifier: Apache-2.0
//
// counted_polls_assertion without optimisation: the count is on the stack, not in a register, and
// the loop is NOT a spin all the same.
//
// BUILD: heddle
// FLAGS: -O0
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int flag;

static void raise_flag(void) { atomic_store(&flag, 1); }

static void poll(void) {
  int look = 0;
  while (look < 3 && !atomic_load(&flag)) {
    look++;
  }
  assert(look != 2);
}

int main(void) {
  run_both(poll, raise_flag);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A thread looks three times at a flag, and was thought never to see it at the last look only.  The
// loop counts, so it is NOT a spin, and leaving it is a preemption.  One is needed, after the
// second look.
//
// BUILD: heddle
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

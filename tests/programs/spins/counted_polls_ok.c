// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of counted_polls_assertion: it may see the flag whenever it likes.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
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
  assert(look <= 3);
}

int main(void) {
  run_both(poll, raise_flag);
  return 0;
}

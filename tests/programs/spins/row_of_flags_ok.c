// SPDX-License-Identifier: Apache-2.0
//
// A loop that waits around one that goes through many variables, and has got somewhere each
// time when it reads the next one.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

enum { kFlags = 12 };

static atomic_int flags[kFlags];

static int any_is_up(void) {
  for (int i = 0; i < kFlags; i++) {
    if (atomic_load(&flags[i])) {
      return 1;
    }
  }
  return 0;
}

static void raise_last(void) { atomic_store(&flags[kFlags - 1], 1); }

static void await_any(void) {
  while (!any_is_up()) {
  }
}

int main(void) {
  run_both(await_any, raise_last);
  return 0;
}

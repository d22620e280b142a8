// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of suppressed_race_assertion: a race that is suppressed, and does no harm.
//
// BUILD: heddle
// RUN: heddle run --suppressions %S/count.supp %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>

static int counter;

static void count(void) { counter = 2; }

int main(void) {
  run_both(count, count);
  assert(counter == 2);
  return 0;
}

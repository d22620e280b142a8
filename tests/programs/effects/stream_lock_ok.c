// SPDX-License-Identifier: Apache-2.0
//
// Two threads count, and each holds the lock of the standard output meanwhile.  That is a lock like
// any other, so there is no race.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdio.h>

static int count;

static void add(void) {
  flockfile(stdout);
  ++count;
  funlockfile(stdout);
}

int main(void) {
  run_both(add, add);
  return count == 2 ? 0 : 1;
}

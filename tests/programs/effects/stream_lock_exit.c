// SPDX-License-Identifier: Apache-2.0
//
// Two threads note who was first, and each holds the lock of the standard output meanwhile.  Either
// may be, although both only add to that stream.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
#include "../run_threads.h"

#include <stdio.h>

static int first_is;

static void note(int who) {
  flockfile(stdout);
  if (first_is == 0) {
    first_is = who;
  }
  funlockfile(stdout);
}

static void one(void) { note(1); }
static void two(void) { note(2); }

int main(void) {
  run_both(one, two);
  return first_is - 1;
}

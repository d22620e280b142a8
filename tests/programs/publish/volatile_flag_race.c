// SPDX-License-Identifier: Apache-2.0
//
// A volatile flag publishes a value.  In C it does not: the accesses to the flag are in a race
// themselves.  Where volatile is taken as synchronization, the program is right.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
// RUN: heddle run --volatile-sync %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>

static volatile int ready;
static int value;

static void publish(void) {
  value = 42;
  ready = 1;
}

static void use(void) {
  while (!ready) {
  }
  assert(value == 42);
}

int main(void) {
  run_both(publish, use);
  return 0;
}

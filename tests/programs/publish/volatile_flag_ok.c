// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of volatile_flag_race: an atomic flag.  A volatile that only one thread uses
// harms nobody.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --volatile-sync %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int ready;
static volatile int looks;
static int value;

static void publish(void) {
  value = 42;
  ready = 1;
}

static void use(void) {
  looks = 1;
  while (!ready) {
  }
  assert(value == 42);
}

int main(void) {
  run_both(publish, use);
  return 0;
}

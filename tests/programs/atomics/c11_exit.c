// SPDX-License-Identifier: Apache-2.0
//
// `x = x + 1` on an atomic object is a load and a store.  One preemption between the two.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: exit preemptions=1
#include "../run_threads.h"

static _Atomic int counter;
static _Atomic _Bool touched;

static void count(void) {
  counter = counter + 1;
  touched = 1;
}

int main(void) {
  run_both(count, count);
  return touched && counter == 2 ? 0 : 1;
}

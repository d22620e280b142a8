// SPDX-License-Identifier: Apache-2.0
//
// One thread takes a variable as atomic, the other does not.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

static int counter;

static void count(void) { __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); }

static void count_too(void) { counter++; }

int main(void) {
  counter = 5;
  run_both(count, count_too);
  return counter == 7 ? 0 : 1;
}

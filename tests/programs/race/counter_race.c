// SPDX-License-Identifier: Apache-2.0
//
// Two threads count without a lock.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
// RUN: heddle run --visible all %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

static int counter, step;

static void count(void) { counter += step; }

int main(void) {
  step = 1;
  run_both(count, count);
  step = 0;
  return counter == 2 ? 0 : 1;
}

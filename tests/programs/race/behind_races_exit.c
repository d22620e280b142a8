// SPDX-License-Identifier: Apache-2.0
//
// Two threads count without a lock; and an update is lost if one is preempted between its read and
// its write.  Who wants to see what the races lead to makes their places scheduling points.
//
// BUILD: heddle
// RUN: heddle run --races visible --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --races visible %t
// EXPECT: exit preemptions=1
// RUN: heddle run --races ignore %t
// EXPECT: clean
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

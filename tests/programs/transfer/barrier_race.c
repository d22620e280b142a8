// SPDX-License-Identifier: Apache-2.0
//
// Each of two threads writes its half of a table, and reads the other half without waiting.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

static int table[2], seen[2];

static void exchange(int me) {
  table[me] = 1;
  seen[me] = table[1 - me];
}

static void left(void) { exchange(0); }

static void right(void) { exchange(1); }

int main(void) {
  run_both(left, right);
  return seen[0] + seen[1] <= 6 ? 0 : 1;
}

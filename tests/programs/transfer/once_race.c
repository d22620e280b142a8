// SPDX-License-Identifier: Apache-2.0
//
// Whoever finds the flag down initializes: the flag is plain.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

static int table[4], is_made;
static int sums[2];

static void make_table(void) {
  for (int i = 0; i < 4; i++) {
    table[i] = i;
  }
  is_made = 1;
}

static void sum_up(int me) {
  if (!is_made) {
    make_table();
  }
  for (int i = 0; i < 4; i++) {
    sums[me] += table[i];
  }
}

static void left(void) { sum_up(0); }

static void right(void) { sum_up(1); }

int main(void) {
  run_both(left, right);
  return sums[0] == 6 && sums[1] == 6 ? 0 : 1;
}

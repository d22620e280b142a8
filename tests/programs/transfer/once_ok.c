// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of once_race: what pthread_once did is ordered before its return, in all
// threads.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4];
static int sums[2];

static void make_table(void) {
  for (int i = 0; i < 4; i++) {
    table[i] = i;
  }
}

static void sum_up(int me) {
  pthread_once(&once, make_table);
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

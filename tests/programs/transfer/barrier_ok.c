// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of barrier_race: a barrier between writing and reading, and one before it is
// written again.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static pthread_barrier_t barrier;
static int table[2], seen[2];

static void exchange(int me) {
  for (int round = 1; round <= 2; round++) {
    table[me] = round;
    pthread_barrier_wait(&barrier);
    seen[me] += table[1 - me];
    pthread_barrier_wait(&barrier);
  }
}

static void left(void) { exchange(0); }

static void right(void) { exchange(1); }

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  run_both(left, right);
  return seen[0] + seen[1] <= 6 ? 0 : 1;
}

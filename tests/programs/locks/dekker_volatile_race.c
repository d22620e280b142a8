// SPDX-License-Identifier: Apache-2.0
//
// Dekker's algorithm on volatile variables: a race by the rules of C, and right if volatile
// accesses are taken as synchronization.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
// RUN: heddle run --volatile-sync --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

static volatile int wants[2], turn;
static int counter;

static void visit(int me) {
  wants[me] = 1;
  while (wants[1 - me]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me) {
      }
      wants[me] = 1;
    }
  }
  counter++;
  turn = 1 - me;
  wants[me] = 0;
}

static void left(void) { visit(0); }

static void right(void) { visit(1); }

int main(void) {
  run_both(left, right);
  return counter == 2 ? 0 : 1;
}

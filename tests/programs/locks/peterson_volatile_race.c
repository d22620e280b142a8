// SPDX-License-Identifier: Apache-2.0
//
// Peterson's algorithm on volatile variables, as before there were atomics.  In C a volatile access
// does not synchronize: both threads write the turn, and that is a race.  Taken as synchronization,
// as older compilers and processors let people do, the algorithm is right.
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
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) {
  }
  counter++;
  wants[me] = 0;
}

static void left(void) { visit(0); }

static void right(void) { visit(1); }

int main(void) {
  run_both(left, right);
  return counter == 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Peterson's algorithm on plain variables: both threads write the turn, and nothing orders that.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
// RUN: heddle run --volatile-sync %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

static int wants[2], turn;
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

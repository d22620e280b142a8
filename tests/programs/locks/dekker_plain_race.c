// SPDX-License-Identifier: Apache-2.0
//
// Dekker's algorithm on plain variables: the one who comes second reads what the first one wrote.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

static int wants[2], turn;
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

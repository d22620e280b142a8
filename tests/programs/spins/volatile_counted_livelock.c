// SPDX-License-Identifier: Apache-2.0
//
// The looks at a volatile are counted in memory, and after three of them the thread asks for what
// it waits for.  A loop that writes is NOT a spin.  One that asks, and then only looks, is: here
// nobody answers.
//
// BUILD: heddle
// RUN: heddle run --volatile-sync --steps 300 %t
// EXPECT: livelock preemptions=0
#include "../run_threads.h"

static volatile int looks, asked, answered;

static void ask(void) {
  while (!answered) {
    if (looks < 3) {
      looks++;
    } else if (!asked) {
      asked = 1;
    }
  }
}

static void answer(void) {
  while (!asked) {
  }
  answered = 0;
}

int main(void) {
  run_both(ask, answer);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of volatile_counted_livelock: the other one answers, once asked.
//
// BUILD: heddle
// RUN: heddle run --volatile-sync --preemptions 0 %t
// EXPECT: clean
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
  answered = 1;
}

int main(void) {
  run_both(ask, answer);
  return 0;
}

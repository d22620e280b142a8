// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of mixed_race.  Before the threads begin and after they have ended, plain
// accesses are fine.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

static int counter;

static void count(void) { __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); }

static void count_too(void) { __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED); }

int main(void) {
  counter = 5;
  run_both(count, count_too);
  return counter == 7 ? 0 : 1;
}

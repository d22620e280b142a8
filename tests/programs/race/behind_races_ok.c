// SPDX-License-Identifier: Apache-2.0
//
// Two threads write the same value without a lock: a race, and whatever its order nothing comes of
// it.
//
// BUILD: heddle
// RUN: heddle run --races visible %t
// EXPECT: clean
// RUN: heddle run --races visible --preemptions all %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static int flag;

static void set(void) { flag = 1; }

int main(void) {
  run_both(set, set);
  return flag == 1 ? 0 : 1;
}

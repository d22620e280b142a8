// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of shared_library_race: that library has a lock.
//
// BUILD: heddle
// LIBRARY: parts/locked_counter.c
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"
#include "parts/counter.h"

static void count_once(void) { count(); }

int main(void) {
  run_both(count_once, count_once);
  return counter <= 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Two threads count in a shared library, which was built like the program.
//
// BUILD: heddle
// LIBRARY: parts/counter.c
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"
#include "parts/counter.h"

static void count_once(void) { count(); }

int main(void) {
  run_both(count_once, count_once);
  return counter <= 2 ? 0 : 1;
}

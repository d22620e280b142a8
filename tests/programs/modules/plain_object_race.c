// SPDX-License-Identifier: Apache-2.0
//
// Two threads write a counter that belongs to an object file which was not built for full
// visibility: what this file does itself is seen, wherever the counter is.
//
// BUILD: heddle
// PLAIN_OBJECT: parts/counter.c
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"
#include "parts/counter.h"

static void count_here(void) { counter++; }

int main(void) {
  run_both(count_here, count_here);
  return counter <= 7 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// An object file that was not built for full visibility counts without a lock.  One of two accesses
// that are in a race, or both, are not seen: nothing is reported.
//
// BUILD: heddle
// PLAIN_OBJECT: parts/counter.c
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"
#include "parts/counter.h"

static void count_here(void) { counter = 5; }

static void count_there(void) {
  count();
  count();
}

int main(void) {
  run_both(count_here, count_there);
  return counter <= 7 ? 0 : 1;
}

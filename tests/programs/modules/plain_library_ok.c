// SPDX-License-Identifier: Apache-2.0
//
// A shared library that was not built for full visibility counts without a lock: nobody sees it.
//
// BUILD: heddle
// PLAIN_LIBRARY: parts/counter.c
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"
#include "parts/counter.h"

static void count_once(void) { count(); }

int main(void) {
  run_both(count_once, count_once);
  return counter <= 2 ? 0 : 1;
}

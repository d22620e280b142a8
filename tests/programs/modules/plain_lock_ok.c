// SPDX-License-Identifier: Apache-2.0
//
// Two threads count under the lock of a library that was not compiled for heddle, and that does not
// use pthread's.  The lock orders the accesses, but nobody sees it: they are a suspect, no finding.
//
// BUILD: heddle
// PLAIN_LIBRARY: parts/futex_lock.c
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --races visible %t
// EXPECT: clean
// RUN: heddle run --strict %t
// EXPECT: race preemptions=0
#include "../run_threads.h"
#include "parts/futex_lock.h"

static FutexLock lock;
static int counter;

static void count(void) {
  futex_lock(&lock);
  ++counter;
  futex_unlock(&lock);
}

int main(void) {
  run_both(count, count);
  return counter == 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Two threads count under the lock of a library that was not compiled for heddle, and once more
// when they have left it.  No call of the library comes between the later accesses, so it cannot
// order them: they are a finding, whatever is suspected of the others.
//
// BUILD: heddle
// PLAIN_LIBRARY: parts/futex_lock.c
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"
#include "parts/futex_lock.h"

static FutexLock lock;
static int counter, left;

static void count(void) {
  futex_lock(&lock);
  ++counter;
  futex_unlock(&lock);
  ++left;
}

int main(void) {
  run_both(count, count);
  return counter == 2 ? 0 : 1;
}

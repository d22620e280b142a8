// SPDX-License-Identifier: Apache-2.0
//
// Dekker's algorithm.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void enter(int me) {
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me])) {
    if (atomic_load(&turn) != me) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&turn) != me) {
      }
      atomic_store(&wants[me], 1);
    }
  }
}

static void visit(int me) {
  enter(me);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}

static void left(void) { visit(0); }

static void right(void) { visit(1); }

int main(void) {
  run_both(left, right);
  return 0;
}

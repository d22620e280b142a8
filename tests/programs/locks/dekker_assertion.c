// SPDX-License-Identifier: Apache-2.0
//
// Dekker's algorithm for two threads, in which a thread that has waited for its turn goes in
// without looking again whether the other wants in.
//
// It takes contention first: the left one is left after it has said that it wants in, or the right
// one is, and each is enabled there: one preemption.  The right one then withdraws, as it is not
// its turn, and waits, which is a yield.  The left one goes in, leaves, gives the turn away, and
// comes a second time: it finds that nobody wants in, and is inside when it is left: a second
// preemption.  Now the right one has its turn, and goes in.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=2
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
      return;
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

static void left(void) {
  visit(0);
  visit(0);
}

static void right(void) { visit(1); }

int main(void) {
  run_both(left, right);
  return 0;
}

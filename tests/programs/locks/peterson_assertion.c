// SPDX-License-Identifier: Apache-2.0
//
// Peterson's algorithm with its first two steps exchanged: a thread gives the turn away before it
// says that it wants in.  The order must be: I give the turn to you (preempted), you give it to me,
// want in and, since I do not, are in (preempted); I want in, and it is my turn.  Both threads are
// enabled where they are left: two preemptions.  With one, the second thread leaves before the
// first goes on.
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
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me) {
  }
}

static void visit(int me) {
  enter(me);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&wants[me], 0);
}

static void left(void) { visit(0); }

static void right(void) { visit(1); }

int main(void) {
  run_both(left, right);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of peterson_relaxed_race: sequentially consistent, which is what it needs.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

#define ORDER memory_order_seq_cst

static atomic_int wants[2], turn;
static int counter;

static void visit(int me) {
  atomic_store_explicit(&wants[me], 1, ORDER);
  atomic_store_explicit(&turn, 1 - me, ORDER);
  while (atomic_load_explicit(&wants[1 - me], ORDER) &&
         atomic_load_explicit(&turn, ORDER) == 1 - me) {
  }
  counter++;
  atomic_store_explicit(&wants[me], 0, ORDER);
}

static void left(void) { visit(0); }

static void right(void) { visit(1); }

int main(void) {
  run_both(left, right);
  return counter == 2 ? 0 : 1;
}

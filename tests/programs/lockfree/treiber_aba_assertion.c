// SPDX-License-Identifier: Apache-2.0
//
// Treiber's stack on nodes that are used again.  A thread that pops has read that the top is node 0
// and the next one node 1; preempted there, it lets the other pop both and push node 0 back.  Its
// compare-exchange then finds node 0 on top, and puts node 1 there, which the other has taken.  One
// preemption; without one each operation is done in one go.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

enum { kNone = -1 };

static atomic_int next_of[3];
static atomic_int top;
static int taken_by_popper = kNone, taken_by_juggler = kNone;

static int pop(void) {
  int node = atomic_load(&top);
  while (node != kNone &&
         !atomic_compare_exchange_strong(&top, &node, atomic_load(&next_of[node]))) {
  }
  return node;
}

static void push(int node) {
  int old = atomic_load(&top);
  do {
    atomic_store(&next_of[node], old);
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void take_one(void) { taken_by_popper = pop(); }

static void juggle(void) {
  const int first = pop();
  taken_by_juggler = pop();
  if (first != kNone) {
    push(first);
  }
}

int main(void) {
  atomic_init(&next_of[0], 1);
  atomic_init(&next_of[1], 2);
  atomic_init(&next_of[2], kNone);
  run_both(take_one, juggle);
  int count[3] = {0};
  count[taken_by_popper]++;
  count[taken_by_juggler]++;
  for (int node = pop(); node != kNone; node = pop()) {
    count[node]++;
    assert(count[node] == 1);
  }
  return count[0] == 1 && count[1] == 1 && count[2] == 1 ? 0 : 1;
}

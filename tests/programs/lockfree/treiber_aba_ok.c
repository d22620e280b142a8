// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of treiber_aba_assertion: the top carries a number that grows with every push.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

enum { kNone = -1 };

static atomic_int next_of[3];
// The node in the low half, and how many pushes there were in the high one.
static _Atomic uint64_t top;
static int taken_by_popper = kNone, taken_by_juggler = kNone;

static int node_in(uint64_t word) { return (int)(uint32_t)word; }

static uint64_t with_node(uint64_t word, int node) {
  return (word & ~(uint64_t)UINT32_MAX) | (uint32_t)node;
}

static int pop(void) {
  uint64_t old = atomic_load(&top);
  while (node_in(old) != kNone &&
         !atomic_compare_exchange_strong(&top, &old,
                                         with_node(old, atomic_load(&next_of[node_in(old)])))) {
  }
  return node_in(old);
}

static void push(int node) {
  uint64_t old = atomic_load(&top);
  do {
    atomic_store(&next_of[node], node_in(old));
  } while (!atomic_compare_exchange_strong(&top, &old, with_node(old, node) + ((uint64_t)1 << 32)));
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

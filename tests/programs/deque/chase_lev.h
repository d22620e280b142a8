// SPDX-License-Identifier: Apache-2.0
//
// The deque of Chase and Lev, with the memory orders that it needs in C11: an owner pushes and pops
// at the bottom, a thief steals at the top, and a compare-exchange decides who gets the last item.
// The owner pushes two items and pops until there are none, the thief tries twice: each item must
// come out once.
//
// D. Chase, Y. Lev: Dynamic circular work-stealing deque.
// N. M. Le, A. Pop, A. Cohen, F. Zappa Nardelli: Correct and efficient work-stealing for weak
// memory models.
#pragma once

#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef RELAXED_PUSH
#define PUSH_ORDER memory_order_relaxed
#else
#define PUSH_ORDER memory_order_release
#endif

typedef struct {
  int number, popped, stolen;
} Item;

static atomic_int top, bottom;
static _Atomic(Item*) slots[4];
static Item items[2];

static inline void push(Item* item) {
  const int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&slots[b], item, memory_order_relaxed);
  atomic_store_explicit(&bottom, b + 1, PUSH_ORDER);
}

static inline Item* pop(void) {
#ifdef TOP_FIRST
  int t = atomic_load(&top);
  const int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store(&bottom, b);
#else
  const int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
#endif
  Item* item = NULL;
  if (t <= b) {
    item = atomic_load_explicit(&slots[b], memory_order_relaxed);
    if (t < b) {
      return item;
    }
#ifdef LAST_ITEM_UNGUARDED
    return item;
#endif
    if (!atomic_compare_exchange_strong(&top, &t, t + 1)) {
      item = NULL;
    }
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return item;
}

static inline Item* steal(void) {
  int t = atomic_load(&top);
  const int b = atomic_load(&bottom);
  if (t >= b) {
    return NULL;
  }
  Item* item = atomic_load_explicit(&slots[t], memory_order_relaxed);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : NULL;
}

static void own(void) {
  for (int i = 0; i < 2; i++) {
    items[i].number = i + 1;
    push(&items[i]);
  }
  for (Item* item = pop(); item != NULL; item = pop()) {
    item->popped++;
  }
}

static void thieve(void) {
  for (int i = 0; i < 2; i++) {
    Item* item = steal();
    if (item != NULL) {
      assert(item->number == 1 || item->number == 2);
      item->stolen++;
    }
  }
}

int main(void) {
  run_both(own, thieve);
  assert(items[0].popped + items[0].stolen == 1);
  assert(items[1].popped + items[1].stolen == 1);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A stack of Treiber's.  Whoever pops a node announces it as hazardous, so that it is not freed
// while it is read; but clears the announcement before the compare-exchange.  The node can be freed
// in between, and a malloc that returns its memory again puts it back on top: the exchange succeeds
// and makes a node the top that was freed long ago.  Without reuse of memory, nothing is wrong.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reuse --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --reuse %t
// EXPECT: use_after_free preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

struct Node {
  struct Node* next;
};

static _Atomic(struct Node*) top, hazard;
static struct Node *kept[2], *popped;
static int kept_count;

static struct Node* new_node(struct Node* next) {
  struct Node* node = malloc(sizeof *node);
  node->next = next;
  return node;
}

static void pop(void) {
  struct Node* node = atomic_load(&top);
  atomic_store(&hazard, node);
  if (node == NULL || atomic_load(&top) != node) {
    return;
  }
  struct Node* next = node->next;
  atomic_store(&hazard, NULL);  // too early
  if (atomic_compare_exchange_strong(&top, &node, next)) {
    popped = node;
  }
}

static void retire(struct Node* node) {
  if (atomic_load(&hazard) != node) {
    free(node);
  } else {
    kept[kept_count++] = node;
  }
}

static void replace_all(void) {
  struct Node* first = atomic_exchange(&top, NULL);
  struct Node* second = first->next;
  retire(first);
  if (second != NULL) {
    retire(second);
  }
  struct Node* nothing = NULL;
  atomic_compare_exchange_strong(&top, &nothing, new_node(NULL));
}

int main(void) {
  atomic_init(&top, new_node(new_node(NULL)));
  run_both(pop, replace_all);
  for (struct Node *node = atomic_load(&top), *next; node != NULL; node = next) {
    next = node->next;
    free(node);
  }
  for (int i = 0; i < kept_count; ++i) {
    free(kept[i]);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of michael_scott_use_after_free: nodes are freed when nobody dequeues any more.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Node {
  int value;
  _Atomic(struct Node*) next;
} Node;

static _Atomic(Node*) head, tail;
static int sum[2];
static Node* used_up[2];

static Node* make_node(int value) {
  Node* node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  return node;
}

static void enqueue(int value) {
  Node* node = make_node(value);
  for (;;) {
    Node* last = atomic_load(&tail);
    Node* next = NULL;
    if (atomic_compare_exchange_strong(&last->next, &next, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
    atomic_compare_exchange_strong(&tail, &last, next);
  }
}

// Adds up what it has taken; the tail is never behind here, as nobody enqueues any more.
static void dequeue(int me) {
  Node* first = atomic_load(&head);
  for (;;) {
    Node* next = atomic_load(&first->next);
    if (next == NULL) {
      return;
    }
    const int value = next->value;
    if (atomic_compare_exchange_strong(&head, &first, next)) {
      sum[me] += value;
      used_up[me] = first;
      return;
    }
  }
}

static void left(void) { dequeue(0); }

static void right(void) { dequeue(1); }

int main(void) {
  Node* dummy = make_node(0);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  enqueue(1);
  enqueue(2);
  run_both(left, right);
  assert(sum[0] + sum[1] == 3);
  free(used_up[0]);
  free(used_up[1]);
  free(atomic_load(&head));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// D. Vyukov's SafeStack, with three threads that pop an element and push it back.  It is not safe,
// but it takes more preemptions to show that than are tried here.  Threads yield while there is too
// little on the stack.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 --fair-every 1 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { kThreads = 3, kRounds = 1 };

static struct {
  int value;
  atomic_int next;
} cells[kThreads] = {{0, 1}, {0, 2}, {0, -1}};
static atomic_int head, count = kThreads;

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int first = atomic_load(&head);
    const int next = atomic_exchange(&cells[first].next, -1);
    if (next >= 0) {
      if (atomic_compare_exchange_strong(&head, &first, next)) {
        atomic_fetch_sub(&count, 1);
        return first;
      }
      atomic_exchange(&cells[first].next, next);
    } else {
      sched_yield();
    }
  }
  return -1;
}

static void push(int cell) {
  int first = atomic_load(&head);
  do {
    atomic_store(&cells[cell].next, first);
  } while (!atomic_compare_exchange_strong(&head, &first, cell));
  atomic_fetch_add(&count, 1);
}

static void* work(void* id) {
  for (int i = 0; i < kRounds; i++) {
    int cell = pop();
    while (cell < 0) {
      sched_yield();
      cell = pop();
    }
    cells[cell].value = *(int*)id;
    assert(cells[cell].value == *(int*)id);
    push(cell);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  int ids[kThreads];
  for (int i = 0; i < kThreads; i++) {
    ids[i] = i;
    pthread_create(&threads[i], NULL, work, &ids[i]);
  }
  for (int i = 0; i < kThreads; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

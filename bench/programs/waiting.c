// SPDX-License-Identifier: Apache-2.0
//
// Threads that wait for each other in loops, and nothing else.
//
//   waiting exchange|ticket|queue THREADS TIMES   that take a lock so often: one that is exchanged
//   until
//       it was free; with tickets; with a queue of those who wait (J. M. Mellor-Crummey and M. L.
//       Scott, "Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors", TOCS
//       1991)
//   waiting driver WORKERS                        bluetooth.c, whose stopper waits in a loop
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 8 };

static int count;

static atomic_int taken;

static void take_by_exchange(void) {
  while (atomic_exchange(&taken, 1) != 0) {
  }
}

static void give_by_exchange(void) { atomic_store(&taken, 0); }

static atomic_int next_ticket, served;

static void take_by_ticket(void) {
  const int ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&served) != ticket) {
  }
}

static void give_by_ticket(void) { atomic_fetch_add(&served, 1); }

struct node {
  _Atomic(struct node*) next;
  atomic_bool waits;
};

static struct node nodes[kMost];
static _Atomic(struct node*) last;

static void take_by_queue(struct node* own) {
  atomic_store(&own->next, NULL);
  atomic_store(&own->waits, true);
  struct node* before = atomic_exchange(&last, own);
  if (before != NULL) {
    atomic_store(&before->next, own);
    while (atomic_load(&own->waits)) {
    }
  }
}

static void give_by_queue(struct node* own) {
  struct node* next = atomic_load(&own->next);
  if (next == NULL) {
    struct node* expected = own;
    if (atomic_compare_exchange_strong(&last, &expected, NULL)) {
      return;
    }
    while ((next = atomic_load(&own->next)) == NULL) {
    }
  }
  atomic_store(&next->waits, false);
}

static char kind;
static int times;

static void* add(void* argument) {
  for (int i = 0; i < times; ++i) {
    if (kind == 'e') {
      take_by_exchange();
      ++count;
      give_by_exchange();
    } else if (kind == 't') {
      take_by_ticket();
      ++count;
      give_by_ticket();
    } else {
      take_by_queue(argument);
      ++count;
      give_by_queue(argument);
    }
  }
  return NULL;
}

static atomic_int pending = 1;
static atomic_bool stopping, stopped, nobody_left;

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) {
    atomic_store(&nobody_left, true);
  }
}

static void* work(void* unused) {
  atomic_fetch_add(&pending, 1);
  if (!atomic_load(&stopping)) {
    assert(!atomic_load(&stopped));
  }
  leave();
  return unused;
}

static void* stop(void* unused) {
  atomic_store(&stopping, true);
  leave();
  while (!atomic_load(&nobody_left)) {
  }
  atomic_store(&stopped, true);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t threads[kMost];
  kind = argv[1][0];
  const bool drives = kind == 'd';
  const int many = atoi(argv[2]) + (drives ? 1 : 0);
  times = argc > 3 ? atoi(argv[3]) : 0;
  for (int i = 0; i < many; ++i) {
    void* (*body)(void*) = !drives ? add : i + 1 < many ? work : stop;
    pthread_create(&threads[i], NULL, body, &nodes[i]);
  }
  for (int i = 0; i < many; ++i) {
    pthread_join(threads[i], NULL);
  }
  assert(drives || count == many * times);
  return 0;
}

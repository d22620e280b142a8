// SPDX-License-Identifier: Apache-2.0
//
// A work-stealing queue in the style of those that CHESS was tried on: indexes that are changed by
// interlocked operations, and a lock that thieves take by a compare-exchange, yielding until they
// have it.  Thieves yield as well while there is nothing to steal.  Each item must be taken once.
//
// Each yield makes schedules of its own, and they say nothing about the queue.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { kItems = 1, kThieves = 2 };

static atomic_int head, tail, lock, finished;
static atomic_int items[kItems];
static atomic_int taken[kItems];

static void acquire(void) {
  int is_free = 0;
  while (!atomic_compare_exchange_strong(&lock, &is_free, 1)) {
    is_free = 0;
    sched_yield();
  }
}

static void release(void) { atomic_store(&lock, 0); }

static void push(int item) {
  const int t = atomic_load(&tail);
  atomic_store(&items[t], item);
  atomic_store(&tail, t + 1);
}

static bool pop(int* item) {
  const int t = atomic_load(&tail) - 1;
#ifdef LOOKS_FIRST
  const bool is_there = atomic_load(&head) <= t;
  if (is_there) {
    atomic_store(&tail, t);
  }
#else
  atomic_store(&tail, t);
  const bool is_there = atomic_load(&head) <= t;
#endif
  if (is_there) {
    *item = atomic_load(&items[t]);
    return true;
  }
  acquire();
  const bool found = atomic_load(&head) <= t;
  atomic_store(&tail, found ? t : t + 1);
  if (found) {
    *item = atomic_load(&items[t]);
  }
  release();
  return found;
}

static bool steal(int* item) {
  acquire();
  const int h = atomic_load(&head);
  atomic_store(&head, h + 1);
  const bool found = h < atomic_load(&tail);
  if (found) {
    *item = atomic_load(&items[h]);
  } else {
    atomic_store(&head, h);
  }
  release();
  return found;
}

static void* thieve(void* unused) {
  while (!atomic_load(&finished)) {
    int item;
    if (steal(&item)) {
      atomic_fetch_add(&taken[item], 1);
    } else {
      sched_yield();
    }
  }
  return unused;
}

int main(void) {
  pthread_t thieves[kThieves];
  for (int i = 0; i < kThieves; i++) {
    pthread_create(&thieves[i], NULL, thieve, NULL);
  }
  for (int i = 0; i < kItems; i++) {
    push(i);
  }
  int item;
  while (pop(&item)) {
    atomic_fetch_add(&taken[item], 1);
  }
  atomic_store(&finished, 1);
  for (int i = 0; i < kThieves; i++) {
    pthread_join(thieves[i], NULL);
  }
  for (int i = 0; i < kItems; i++) {
    assert(atomic_load(&taken[i]) == 1);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The THE protocol: an owner pushes and pops at the tail, a thief steals at the head.  Each first
// moves its index, and then looks at the other one's.  Only where they meet does the owner need the
// lock, which a thief always takes.  The owner pushes one item, and both try to get it: exactly one
// must.
//
// M. Frigo, C. E. Leiserson, K. H. Randall: The implementation of the Cilk-5 multithreaded
// language.
#pragma once

#include "../run_threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int head, tail;
static int items[4];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int popped, stolen;

static inline void push(int item) {
  const int t = atomic_load(&tail);
  items[t] = item;
  atomic_store(&tail, t + 1);
}

// Takes back the tail; false, and nothing has changed, if the thief was there first.
static inline bool take_back(int* item) {
#ifdef LOOKS_FIRST
  const int t = atomic_load(&tail) - 1;
  if (atomic_load(&head) > t) {
    return false;
  }
  atomic_store(&tail, t);
#else
  const int t = atomic_load(&tail) - 1;
  atomic_store(&tail, t);
  if (atomic_load(&head) > t) {
    atomic_store(&tail, t + 1);
    return false;
  }
#endif
  *item = items[t];
  return true;
}

static inline bool pop(int* item) {
  if (take_back(item)) {
    return true;
  }
#ifdef GIVES_UP
  return false;
#else
  pthread_mutex_lock(&mutex);
  const bool found = take_back(item);
  pthread_mutex_unlock(&mutex);
  return found;
#endif
}

static inline bool steal(int* item) {
  pthread_mutex_lock(&mutex);
  const int h = atomic_load(&head);
  atomic_store(&head, h + 1);
#ifdef LOOKS_UNLOCKED
  pthread_mutex_unlock(&mutex);
#endif
  const bool found = h + 1 <= atomic_load(&tail);
#ifdef LOOKS_UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
  if (found) {
    *item = items[h];
  } else {
    atomic_store(&head, h);
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

static void own(void) {
  int item;
  if (pop(&item)) {
    popped += item;
  }
}

static void thieve(void) {
  int item;
  if (steal(&item)) {
    stolen += item;
  }
}

int main(void) {
  push(1);
  run_both(own, thieve);
  assert(popped + stolen == 1);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of rwlock_race: who writes has the lock for writing.  Readers are ordered after
// the writers before them, and the next writer after all readers.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, hits;
static int seen;

static void look(void) {
  pthread_rwlock_rdlock(&lock);
  seen = value;
  pthread_rwlock_unlock(&lock);
}

static void change(void) {
  pthread_rwlock_wrlock(&lock);
  value++;
  hits++;
  pthread_rwlock_unlock(&lock);
}

int main(void) {
  run_both(look, change);
  return hits == 1 && seen <= 1 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// A reader of a read-write lock writes.  Two readers exclude nobody: their writes are not ordered.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, hits;

static void look(void) {
  pthread_rwlock_rdlock(&lock);
  hits += value == 0;
  pthread_rwlock_unlock(&lock);
}

static void change(void) { look(); }

int main(void) {
  run_both(look, change);
  return hits <= 2 ? 0 : 1;
}

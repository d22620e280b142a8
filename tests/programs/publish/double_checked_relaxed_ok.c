// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of double_checked_relaxed_race: consume, which is taken as acquire.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static _Atomic(int*) instance;

static void use(void) {
  int* seen = atomic_load_explicit(&instance, memory_order_consume);
  if (seen == NULL) {
    pthread_mutex_lock(&mutex);
    seen = atomic_load_explicit(&instance, memory_order_relaxed);
    if (seen == NULL) {
      value = 42;
      seen = &value;
      atomic_store_explicit(&instance, seen, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(*seen == 42);
}

int main(void) {
  run_both(use, use);
  return 0;
}

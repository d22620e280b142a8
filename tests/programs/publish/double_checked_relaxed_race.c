// SPDX-License-Identifier: Apache-2.0
//
// Double-checked locking with a relaxed pointer: there is no race on the pointer, but one on what
// it points to.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static _Atomic(int*) instance;

static void use(void) {
  int* seen = atomic_load_explicit(&instance, memory_order_relaxed);
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

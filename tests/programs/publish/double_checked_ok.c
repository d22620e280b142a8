// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of double_checked_race: the first look acquires, the store releases.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static _Atomic(int*) instance;

static int* look(void) { return atomic_load_explicit(&instance, memory_order_acquire); }

static void set(int* to) { atomic_store_explicit(&instance, to, memory_order_release); }

static void use(void) {
  if (look() == NULL) {
    pthread_mutex_lock(&mutex);
    if (look() == NULL) {
      value = 42;
      set(&value);
    }
    pthread_mutex_unlock(&mutex);
  }
  if (*look() != 42) {
    pthread_exit(NULL);
  }
}

int main(void) {
  run_both(use, use);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Double-checked locking with a plain pointer: the first look is outside of the lock, and nothing
// orders it after the store.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int* instance;

static int* look(void) { return instance; }

static void set(int* to) { instance = to; }

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

// SPDX-License-Identifier: Apache-2.0
//
// A thread that does not get the lock reads all the same.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: race preemptions=1
#include "../run_threads.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value, seen;

static void change(void) {
  pthread_mutex_lock(&mutex);
  value = 1;
  pthread_mutex_unlock(&mutex);
}

static void look(void) {
  const int is_mine = pthread_mutex_trylock(&mutex) == 0;
  seen = value;
  if (is_mine) {
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  run_both(change, look);
  return seen <= 1 ? 0 : 1;
}

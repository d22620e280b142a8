// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of many_threads_race: everybody touches everything, under the one lock.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counters[3];

static void count(pthread_mutex_t* lock) {
  pthread_mutex_lock(lock);
  for (int i = 0; i < 3; i++) {
    counters[i]++;
  }
  pthread_mutex_unlock(lock);
}

static void count_right(void) { count(&mutex); }

int main(void) {
  Body bodies[] = {count_right, count_right, count_right, count_right};
  run_threads(4, bodies);
  return counters[2] <= 4 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Of four threads that count under a lock, one uses another lock.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int counters[3];

static void count(pthread_mutex_t* lock) {
  pthread_mutex_lock(lock);
  for (int i = 0; i < 3; i++) {
    counters[i]++;
  }
  pthread_mutex_unlock(lock);
}

static void count_right(void) { count(&mutex); }

static void count_wrong(void) { count(&other); }

int main(void) {
  Body bodies[] = {count_right, count_right, count_right, count_wrong};
  run_threads(4, bodies);
  return counters[2] <= 4 ? 0 : 1;
}

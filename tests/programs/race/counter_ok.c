// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of counter_race.  Read while nobody writes, and written while only one thread
// is there, the other variable needs no lock.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --visible all --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter, step;

static void count(void) {
  pthread_mutex_lock(&mutex);
  counter += step;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  step = 1;
  run_both(count, count);
  step = 0;
  return counter == 2 ? 0 : 1;
}

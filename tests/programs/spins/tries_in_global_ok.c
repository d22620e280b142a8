// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of tries_in_global_assertion: after forty tries it waits for the lock.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int tries;

static void hold(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void try_often(void) {
  while (pthread_mutex_trylock(&mutex) != 0) {
    tries++;
    if (tries == 40) {
      pthread_mutex_lock(&mutex);
      break;
    }
  }
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  run_both(try_often, hold);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of wrong_count_deadlock: the barrier is for the workers alone.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

enum { kWorkers = 2 };

static pthread_barrier_t barrier;

static void* work(void* argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, kWorkers);
  pthread_t threads[kWorkers];
  for (int i = 0; i < kWorkers; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < kWorkers; i++) {
    pthread_join(threads[i], NULL);
  }
  pthread_barrier_destroy(&barrier);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A barrier for the workers and main, at which main never arrives: the workers wait for good in
// every schedule, and main waits for them.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <pthread.h>

enum { kWorkers = 2 };

static pthread_barrier_t barrier;

static void* work(void* argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, kWorkers + 1);
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

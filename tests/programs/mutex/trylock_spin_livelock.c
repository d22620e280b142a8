// SPDX-License-Identifier: Apache-2.0
//
// A lock is taken by trying until it is free, without yielding, in a program of which heddle sees
// the calls alone: what else the loop does, such as counting its tries, cannot be told.  So it is
// taken at its word: it keeps the processor.  One preemption, when the lock is held.
//
// RUN: heddle run --preemptions 0 --steps 400 %t
// EXPECT: clean
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=1
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add(void* argument) {
  while (pthread_mutex_trylock(&mutex) != 0) {
  }
  counter++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, add, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return counter == 2 ? 0 : 1;
}

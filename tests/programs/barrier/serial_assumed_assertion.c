// SPDX-License-Identifier: Apache-2.0
//
// One thread of each round is told that it is the serial one; which one is up to the system.  The
// program takes it for granted that it is worker 0.  Who arrives last, first, or at all is settled
// by free switches: main blocks in join, and a worker in the barrier.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
#include <assert.h>
#include <pthread.h>

enum { kWorkers = 2 };

static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int serial_parts;

static void* work(void* argument) {
  const int answer = pthread_barrier_wait(&barrier);
  if ((long)argument == 0) {
    assert(answer == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_mutex_lock(&mutex);
    serial_parts++;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, kWorkers);
  pthread_t threads[kWorkers];
  for (long i = 0; i < kWorkers; i++) {
    pthread_create(&threads[i], NULL, work, (void*)i);
  }
  for (int i = 0; i < kWorkers; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(serial_parts == 1);
  return 0;
}

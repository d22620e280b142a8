// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of serial_assumed_assertion: whoever it is does the work of the round.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>

enum { kWorkers = 2 };

static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int serial_parts;

static void* work(void* argument) {
  const int answer = pthread_barrier_wait(&barrier);
  if (answer == PTHREAD_BARRIER_SERIAL_THREAD) {
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

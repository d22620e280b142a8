// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of timeout_taken_for_success_assertion: the consumer looks at the state,
// whatever the wait says.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full;

static void* consume(void* argument) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  int answer = 0;
  while (!full && answer != ETIMEDOUT) {
    answer = pthread_cond_timedwait(&filled, &mutex, &deadline);
  }
  if (full) {
    full = 0;
  }
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* produce(void* argument) {
  pthread_mutex_lock(&mutex);
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t consumer, producer;
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(consumer, NULL);
  pthread_join(producer, NULL);
  return 0;
}

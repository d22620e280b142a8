// SPDX-License-Identifier: Apache-2.0
//
// A timed wait has run out, and the program goes on as if it had been woken.  The consumer runs
// first and waits; that its time runs out is a choice, and no preemption.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
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
  if (!full) {
    pthread_cond_timedwait(&filled, &mutex, &deadline);
  }
  assert(full);
  full = 0;
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

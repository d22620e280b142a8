// SPDX-License-Identifier: Apache-2.0
//
// A bounded buffer of one slot; producer and consumers share one condition variable and wake each
// other by signal.  A signal may wake a thread that cannot use it, and is lost.
//
// Both consumers wait; the producer fills the slot, signals the first consumer, and waits, as the
// slot is full.  The first consumer takes the item and signals: the other consumer, not the
// producer.  It finds the slot empty and waits again, and so does the producer.  Every switch is
// from a thread that waits or has ended, and whom a signal wakes is a choice: no preemption.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void* consume(void* argument) {
  pthread_mutex_lock(&mutex);
  while (!full) {
    pthread_cond_wait(&changed, &mutex);
  }
  full = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* produce(void* argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (full) {
      pthread_cond_wait(&changed, &mutex);
    }
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, consume, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  pthread_create(&threads[2], NULL, produce, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

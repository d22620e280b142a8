// SPDX-License-Identifier: Apache-2.0
//
// Main is told that the worker is through, destroys the mutex, and joins.  But the worker tells it
// from inside its critical section.
//
// Main blocks on the semaphore until the post; without a preemption the worker then goes on,
// unlocks and ends before main runs.  One preemption, just after the post, lets main destroy a
// mutex that is held.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: misuse preemptions=1
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex;
static sem_t through;

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  sem_post(&through);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&mutex, NULL);
  sem_init(&through, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  sem_wait(&through);
  pthread_mutex_destroy(&mutex);
  pthread_join(worker, NULL);
  return 0;
}

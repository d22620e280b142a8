// SPDX-License-Identifier: Apache-2.0
//
// Main tells the worker to go on, forgets to wake it, and destroys the condition variable for which
// it waits.  Main blocks on the semaphore until the worker is in its critical section; the worker
// then goes on until it waits, so that the switch back to main is free: no preemption.
//
// RUN: heddle run %t
// EXPECT: misuse preemptions=0
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t may_go;
static sem_t ready;
static int go;

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  sem_post(&ready);
  while (!go) {
    pthread_cond_wait(&may_go, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t worker;
  pthread_cond_init(&may_go, NULL);
  sem_init(&ready, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  sem_wait(&ready);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_destroy(&may_go);
  pthread_join(worker, NULL);
  return 0;
}

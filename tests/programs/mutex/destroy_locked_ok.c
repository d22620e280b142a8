// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of destroy_locked_misuse: main joins the worker before it destroys the mutex.
//
// RUN: heddle run %t
// EXPECT: clean
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
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&mutex);
  return 0;
}

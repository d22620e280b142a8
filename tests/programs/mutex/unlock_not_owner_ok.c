// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of unlock_not_owner_misuse: what one thread takes and another gives back is a
// semaphore.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <semaphore.h>

static sem_t idle;

static void* work(void* argument) {
  sem_post(&idle);
  return argument;
}

int main(void) {
  pthread_t worker;
  sem_init(&idle, 0, 1);
  sem_wait(&idle);
  pthread_create(&worker, NULL, work, NULL);
  sem_wait(&idle);
  pthread_join(worker, NULL);
  return 0;
}

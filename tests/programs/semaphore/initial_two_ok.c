// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of initial_two_assertion: the semaphore begins with one.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t entrance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static int count(int change) {
  pthread_mutex_lock(&mutex);
  const int now = inside += change;
  pthread_mutex_unlock(&mutex);
  return now;
}

static void* visit(void* argument) {
  sem_wait(&entrance);
  assert(count(1) == 1);
  count(-1);
  sem_post(&entrance);
  return argument;
}

int main(void) {
  sem_init(&entrance, 0, 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, visit, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

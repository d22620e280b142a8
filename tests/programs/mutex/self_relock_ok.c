// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of self_relock_deadlock: the mutex is recursive, and a second thread waits
// until it has been unlocked as often as it was locked.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int total, inside;

static void add(int amount) {
  pthread_mutex_lock(&mutex);
  total += amount;
  pthread_mutex_unlock(&mutex);
}

static void* add_twice(void* argument) {
  pthread_mutex_lock(&mutex);
  assert(inside++ == 0);
  add(1);
  assert(--inside == 0);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, add_twice, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  pthread_mutex_destroy(&mutex);
  return total == 2 ? 0 : 1;
}

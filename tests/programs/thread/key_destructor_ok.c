// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of key_destructor_deadlock: main joins without the lock.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int returned;

static void give_back(void* value) {
  pthread_mutex_lock(&mutex);
  returned += *(int*)value;
  pthread_mutex_unlock(&mutex);
}

static void* work(void* argument) {
  pthread_setspecific(key, argument);
  return NULL;
}

int main(void) {
  pthread_t worker;
  int loan = 5;
  pthread_key_create(&key, give_back);
  pthread_create(&worker, NULL, work, &loan);
  pthread_join(worker, NULL);
  pthread_mutex_lock(&mutex);
  const int all = returned;
  pthread_mutex_unlock(&mutex);
  return all == 5 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of trylock_failure_assertion: who does not get the lock at once waits for it.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counted;

static void* count(void* argument) {
  if (pthread_mutex_trylock(&mutex) != 0) {
    pthread_mutex_lock(&mutex);
  }
  counted++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, count, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(counted == 2);
  return 0;
}

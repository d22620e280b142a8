// SPDX-License-Identifier: Apache-2.0
// Locks and unlocks a mutex as often as its first argument says while it is alone, and as often as
// its second says in each of two threads.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long often;

static void lock_often(long count) {
  for (long i = 0; i < count; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}

static void* work(void* argument) {
  lock_often(often);
  return argument;
}

int main(int count, char** arguments) {
  if (count < 3) {
    return 1;
  }
  lock_often(atol(arguments[1]));
  often = atol(arguments[2]);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  lock_often(atol(arguments[1]));
  return 0;
}

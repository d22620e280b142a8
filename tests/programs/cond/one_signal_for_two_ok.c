// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of one_signal_for_two_deadlock: everybody is woken, and looks for itself.
//
// RUN: heddle run %t
// EXPECT: clean
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
  pthread_cond_broadcast(&changed);
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
    pthread_cond_broadcast(&changed);
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

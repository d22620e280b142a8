// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of poll_holding_livelock: who does not get the second lock gives back the
// first, and yields.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  while (pthread_mutex_trylock(second) != 0) {
    pthread_mutex_unlock(first);
    sched_yield();
    pthread_mutex_lock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* forth(void* argument) {
  take_both(&a, &b);
  return argument;
}

static void* back(void* argument) {
  take_both(&b, &a);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, forth, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

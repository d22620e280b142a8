// SPDX-License-Identifier: Apache-2.0
//
// Two threads need both locks, in opposite order, and back off when the second one is taken: no
// deadlock.  But the loop neither waits nor yields.  One preemption, while one thread holds its
// first lock, lets the other go round for ever; without one the first to run takes both locks at
// its first attempt, and so does the next.
//
// RUN: heddle run --preemptions 0 --steps 400 %t
// EXPECT: clean
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=1
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) {
      break;
    }
    pthread_mutex_unlock(first);
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

// SPDX-License-Identifier: Apache-2.0
//
// Two threads need both locks, in opposite order.  Each takes one and then polls for the other,
// yielding, but does not give back the first: a deadlock in which everybody is busy.  One
// preemption, when one lock is taken.
//
// RUN: heddle run --preemptions 0 --steps 400 %t
// EXPECT: clean
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=1
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  while (pthread_mutex_trylock(second) != 0) {
    sched_yield();
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

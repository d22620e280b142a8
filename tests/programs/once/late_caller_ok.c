// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of late_caller_exit: either thread may run the routine.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: clean
// RUN: heddle run --reduction cache %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread int self;
static int who;

static void init(void) { who = self; }

static void* first(void* unused) {
  self = 1;
  pthread_once(&once, init);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  self = 2;
  pthread_once(&once, init);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return who == 1 || who == 2 ? 0 : 3;
}

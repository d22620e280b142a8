// SPDX-License-Identifier: Apache-2.0
//
// Which thread runs the routine of a once flag shows.  The other one finds the flag done, without a
// step of its own; it depends on the one that finished nevertheless.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction cache %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
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
  return who == 1 ? 0 : 3;
}

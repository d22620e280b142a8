// SPDX-License-Identifier: Apache-2.0
//
// A seat is sold if it is free, in two steps that the test takes for one: nobody is preempted
// between them, but before the first and after the last of them everybody is.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
// RUN: heddle run --strategy dfs --preemptions all --reduction none %t
// EXPECT: clean
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sold;

static int is_free(void) {
  pthread_mutex_lock(&mutex);
  const int free = sold == 0;
  pthread_mutex_unlock(&mutex);
  return free;
}

static void sell(void) {
  pthread_mutex_lock(&mutex);
  sold++;
  pthread_mutex_unlock(&mutex);
}

static void* clerk(void* argument) {
  heddle_atomic_begin();
  if (is_free()) {
    heddle_atomic_begin();
    sell();
    heddle_atomic_end();
  }
  heddle_atomic_end();
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, clerk, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(sold == 1);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A thread that yields in a section is left there: that is no preemption.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: assertion preemptions=0
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>

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
  const int free = is_free();
  sched_yield();
  if (free) {
    sell();
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

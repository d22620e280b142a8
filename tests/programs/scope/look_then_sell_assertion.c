// SPDX-License-Identifier: Apache-2.0
//
// A seat is sold twice if a clerk is preempted just before the sale, after the look.  Where that is
// left out of scope, it is not found.
//
// RUN: heddle run --scope fun:sell %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --scope fun:clerk %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --no-scope fun:is_free %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --no-scope fun:sell %t
// EXPECT: clean
// RUN: heddle run --no-scope fun:sell --preemptions all %t
// EXPECT: clean
// RUN: heddle run --scope fun:is_free %t
// EXPECT: clean
// RUN: heddle run --scope fun:clerk --no-scope fun:sel* %t
// EXPECT: clean
// RUN: heddle run --no-scope file:look_then_sell_assertion.c %t
// EXPECT: clean
// RUN: heddle run --no-scope fun:is_free --no-scope fun:main %t
// EXPECT: assertion preemptions=1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

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
  if (is_free()) {
    sell();
  }
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

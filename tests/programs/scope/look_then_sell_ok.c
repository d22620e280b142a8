// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of look_then_sell_assertion: look and sale are done under one lock.
//
// RUN: heddle run --scope fun:sell_if_free %t
// EXPECT: clean
// RUN: heddle run --no-scope fun:sell_if_free %t
// EXPECT: clean
// RUN: heddle run --scope fun:clerk --preemptions all %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sold;

static void sell_if_free(void) {
  pthread_mutex_lock(&mutex);
  if (sold == 0) {
    sold++;
  }
  pthread_mutex_unlock(&mutex);
}

static void* clerk(void* argument) {
  sell_if_free();
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

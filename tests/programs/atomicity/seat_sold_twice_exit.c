// SPDX-License-Identifier: Apache-2.0
//
// Two clerks look whether the seat is free, and sell it: two critical sections.  Main tells by its
// exit status whether the seat was sold once.
//
// One preemption, between the look and the sale of either, lets both sell it.  Without one the
// second looks after the sale.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: exit preemptions=1
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sold;

static void* serve(void* argument) {
  pthread_mutex_lock(&mutex);
  const int is_free = sold == 0;
  pthread_mutex_unlock(&mutex);
  if (is_free) {
    pthread_mutex_lock(&mutex);
    sold++;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t clerks[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&clerks[i], NULL, serve, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(clerks[i], NULL);
  }
  return sold == 1 ? 0 : 3;
}

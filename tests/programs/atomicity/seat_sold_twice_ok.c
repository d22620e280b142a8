// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of seat_sold_twice_exit: look and sale are one critical section.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sold;

static void* serve(void* argument) {
  pthread_mutex_lock(&mutex);
  const int is_free = sold == 0;
  if (is_free) {
    sold++;
  }
  pthread_mutex_unlock(&mutex);
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of opposite_order_deadlock: both threads take a first.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static void* forth(void* argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  visits++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void* back(void* argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  visits++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, forth, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return visits == 2 ? 0 : 1;
}

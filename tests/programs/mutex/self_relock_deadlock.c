// SPDX-License-Identifier: Apache-2.0
//
// A thread locks a normal mutex and calls a helper that locks it again: it waits for itself,
// whatever the schedule.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int total, inside;

static void add(int amount) {
  pthread_mutex_lock(&mutex);
  total += amount;
  pthread_mutex_unlock(&mutex);
}

static void* add_twice(void* argument) {
  pthread_mutex_lock(&mutex);
  assert(inside++ == 0);
  add(1);
  assert(--inside == 0);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_mutex_init(&mutex, NULL);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, add_twice, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  pthread_mutex_destroy(&mutex);
  return total == 2 ? 0 : 1;
}

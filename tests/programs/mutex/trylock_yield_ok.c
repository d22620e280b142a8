// SPDX-License-Identifier: Apache-2.0
//
// A lock is taken by trying until it is free, with a yield after each try that fails: heddle need
// not see what else the loop does.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter, tries;

static void* add(void* argument) {
  while (pthread_mutex_trylock(&mutex) != 0) {
    sched_yield();
  }
  counter++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* add_and_count(void* argument) {
  while (pthread_mutex_trylock(&mutex) != 0) {
    tries++;
    sched_yield();
  }
  counter++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, NULL);
  pthread_create(&threads[1], NULL, add_and_count, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return counter == 2 ? 0 : 1;
}

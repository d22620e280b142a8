// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of trylock_race.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value, seen;

static void change(void) {
  pthread_mutex_lock(&mutex);
  value = 1;
  pthread_mutex_unlock(&mutex);
}

static void look(void) {
  const int is_mine = pthread_mutex_trylock(&mutex) == 0;
  if (is_mine) {
    seen = value;
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  run_both(change, look);
  return seen <= 1 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of double_checked_assertion: with the second check.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_initialised, initialisations;

static int check(void) {
  pthread_mutex_lock(&mutex);
  const int seen = is_initialised;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* use(void* argument) {
  if (!check()) {
    pthread_mutex_lock(&mutex);
    if (!is_initialised) {
      initialisations++;
      is_initialised = 1;
    }
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, use, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(initialisations == 1);
  return 0;
}

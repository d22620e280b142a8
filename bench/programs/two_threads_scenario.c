// SPDX-License-Identifier: Apache-2.0
// two_threads.c as a scenario: its mutexes are made once, and its body leaves all as
// it was, so that `--reset loop` can run it again and again.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

enum { LOCKS = 9 };

static pthread_mutex_t mutexes[2][LOCKS];

static void* worker(void* argument) {
  pthread_mutex_t* own = argument;
  for (int i = 0; i < LOCKS; i++) {
    pthread_mutex_lock(&own[i]);
    pthread_mutex_unlock(&own[i]);
  }
  return NULL;
}

static void setup(void* argument) {
  (void)argument;
  for (int i = 0; i < 2 * LOCKS; i++) {
    pthread_mutex_init(&mutexes[i / LOCKS][i % LOCKS], NULL);
  }
}

static void body(void* argument) {
  (void)argument;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, worker, mutexes[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
}

int main(void) {
  heddle_scenario(setup, body, NULL, NULL);
  return 0;
}

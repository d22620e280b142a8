// SPDX-License-Identifier: Apache-2.0
// Two threads that take and give back one of everything: threads of C11, memory,
// mutexes, thread-specific storage.  More interleavings than anybody runs.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <threads.h>

enum { ROUNDS = 4 };

static mtx_t shared;
static pthread_key_t key;

static int worker(void* argument) {
  pthread_setspecific(key, malloc(16));
  for (int i = 0; i < ROUNDS; i++) {
    mtx_t* own = malloc(sizeof *own);
    mtx_init(own, mtx_plain);
    mtx_lock(own);
    mtx_lock(&shared);
    mtx_unlock(&shared);
    mtx_unlock(own);
    mtx_destroy(own);
    free(own);
  }
  return argument != NULL;
}

static void setup(void* argument) {
  (void)argument;
  mtx_init(&shared, mtx_plain);
  pthread_key_create(&key, free);
}

static void body(void* argument) {
  (void)argument;
  thrd_t threads[2];
  for (int i = 0; i < 2; i++) {
    thrd_create(&threads[i], worker, NULL);
  }
  for (int i = 0; i < 2; i++) {
    thrd_join(threads[i], NULL);
  }
}

int main(void) {
  heddle_scenario(setup, body, NULL, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Reads a line, starts two threads (so that there are several executions), and reads the rest.
// Status 0 if this was "first", "second" and no more.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* pass(void* argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  char line[100];
  if (fgets(line, sizeof line, stdin) == NULL || strcmp(line, "first\n") != 0) {
    return 1;
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, pass, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  if (fgets(line, sizeof line, stdin) == NULL || strcmp(line, "second\n") != 0) {
    return 2;
  }
  return fgets(line, sizeof line, stdin) == NULL ? 0 : 3;
}

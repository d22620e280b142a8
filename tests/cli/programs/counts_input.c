// SPDX-License-Identifier: Apache-2.0
// As many steps as there are bytes in its standard input and in its argument.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static size_t rounds;

static void* work(void* argument) {
  for (size_t i = 0; i < rounds; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(int argc, char** argv) {
  while (getchar() != EOF) {
    rounds++;
  }
  rounds += argc > 1 ? strlen(argv[1]) : 0;
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}

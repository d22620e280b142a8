// SPDX-License-Identifier: Apache-2.0
// Two threads lock three mutexes each, one after the other, as a section of as many of them as the
// argument says.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int atomic;

static void* work(void* argument) {
  heddle_atomic_begin();
  for (int i = 0; i < 3; i++) {
    if (i == atomic) {
      heddle_atomic_end();
    }
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  if (atomic >= 3) {
    heddle_atomic_end();
  }
  return argument;
}

int main(int count, char** arguments) {
  atomic = count > 1 ? atoi(arguments[1]) : 3;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Every order in which its threads take the lock is another failure, and to start it takes half a
// second: what takes time is to replay them.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { kThreads = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order;

__attribute__((constructor)) static void take_time(void) {
  const struct timespec half_a_second = {0, 500000000};
  nanosleep(&half_a_second, NULL);
}

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  order = order * kThreads + (int)(size_t)argument;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  for (size_t i = 0; i < kThreads; i++) {
    pthread_create(&threads[i], NULL, work, (void*)i);
  }
  for (size_t i = 0; i < kThreads; i++) {
    pthread_join(threads[i], NULL);
  }
  exit(1 + order % 250);
}

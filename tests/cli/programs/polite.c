// SPDX-License-Identifier: Apache-2.0
// Two threads that give way to each other for ever, once both have said that they want to go.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int wants[2] = {1, 1};

static int other_wants(long me) {
  pthread_mutex_lock(&mutex);
  const int seen = wants[1 - me];
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* pass(void* argument) {
  while (other_wants((long)argument)) {
    sched_yield();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, pass, (void*)i);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

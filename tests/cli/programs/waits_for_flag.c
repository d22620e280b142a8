// SPDX-License-Identifier: Apache-2.0
// A thread waits for a flag, which another one sets, and yields meanwhile.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static int is_set(void) {
  pthread_mutex_lock(&mutex);
  const int seen = flag;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* wait_for_it(void* argument) {
  while (!is_set()) {
    sched_yield();
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of sleep_is_no_join_assertion: main waits for the worker, however long both
// sleep.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void* work(void* argument) {
  usleep(1000);
  pthread_mutex_lock(&mutex);
  result = 42;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  usleep(5000);
  pthread_join(worker, NULL);
  pthread_mutex_lock(&mutex);
  assert(result == 42);
  pthread_mutex_unlock(&mutex);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Main sleeps "long enough" and takes the worker's result for ready.  A sleeping thread can always
// go on: main does before the worker has run, and is never left.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
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
  pthread_mutex_lock(&mutex);
  assert(result == 42);
  pthread_mutex_unlock(&mutex);
  pthread_join(worker, NULL);
  return 0;
}

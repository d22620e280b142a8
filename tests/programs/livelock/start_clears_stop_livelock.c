// SPDX-License-Identifier: Apache-2.0
//
// A worker clears the flag that tells it to stop when it begins, and sleeps between its looks at
// it.  If it is told to stop before it has begun, it has forgotten.  No preemption: the worker need
// not come first when main has created it.
//
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void set_stop(int wish) {
  pthread_mutex_lock(&mutex);
  stop = wish;
  pthread_mutex_unlock(&mutex);
}

static int stops(void) {
  pthread_mutex_lock(&mutex);
  const int seen = stop;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* work(void* argument) {
  set_stop(0);
  while (!stops()) {
    usleep(1000);
  }
  return argument;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  set_stop(1);
  pthread_join(worker, NULL);
  return 0;
}

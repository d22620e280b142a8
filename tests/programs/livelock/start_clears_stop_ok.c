// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of start_clears_stop_livelock: the flag is cleared before there is a worker.
//
// RUN: heddle run %t
// EXPECT: clean
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
  while (!stops()) {
    usleep(1000);
  }
  return argument;
}

int main(void) {
  pthread_t worker;
  set_stop(0);
  pthread_create(&worker, NULL, work, NULL);
  set_stop(1);
  pthread_join(worker, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of detached_cycle_deadlock: the same order in both.  That they may still be
// running when the process ends is no finding.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* forth(void* argument) {
  take(&a, &b);
  return argument;
}

static void* back(void* argument) {
  take(&a, &b);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, forth, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_detach(first);
  pthread_detach(second);
  usleep(1000);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A mutex is locked by main and unlocked by the thread that does the work: a mutex has an owner,
// and only the owner may unlock it.  Every schedule shows it.
//
// RUN: heddle run %t
// EXPECT: misuse preemptions=0
#include <pthread.h>

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* argument) {
  pthread_mutex_unlock(&busy);
  return argument;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_lock(&busy);
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&busy);
  pthread_join(worker, NULL);
  return 0;
}

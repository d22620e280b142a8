// SPDX-License-Identifier: Apache-2.0
//
// A thread is joined by the code that needs its result, and once more by the clean-up: the second
// join is of a thread that is no more.  Every schedule shows it.
//
// RUN: heddle run %t
// EXPECT: misuse preemptions=0
#include <pthread.h>

static void* work(void* argument) { return argument; }

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  pthread_join(worker, NULL);
  return 0;
}

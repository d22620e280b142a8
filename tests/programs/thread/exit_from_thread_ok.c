// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of exit_from_thread_exit: the failure is passed on, and handled.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <stdlib.h>

static void* work(void* argument) {
  static int failure;
  return argument == NULL ? &failure : argument;
}

int main(void) {
  pthread_t worker;
  void* result = NULL;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, &result);
  return result == NULL ? 1 : 0;
}

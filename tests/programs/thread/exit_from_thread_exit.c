// SPDX-License-Identifier: Apache-2.0
//
// A worker that fails calls exit with a status: this ends the process, whatever the others do.
//
// RUN: heddle run %t
// EXPECT: exit preemptions=0
#include <pthread.h>
#include <stdlib.h>

static void* work(void* argument) {
  if (argument == NULL) {
    exit(4);
  }
  return argument;
}

int main(void) {
  pthread_t worker;
  void* result = NULL;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, &result);
  return result == NULL ? 1 : 0;
}

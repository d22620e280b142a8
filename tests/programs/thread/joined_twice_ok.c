// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of joined_twice_misuse: the clean-up joins only what nobody has joined.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static void* work(void* argument) { return argument; }

int main(void) {
  pthread_t worker;
  int is_joined = 0;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  is_joined = 1;
  if (!is_joined) {
    pthread_join(worker, NULL);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of two_exits_exit: both have the same status.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: clean
// RUN: heddle run --reduction cache %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
// RUN: heddle run --reset fork %t
// EXPECT: clean
#include <pthread.h>
#include <stdlib.h>

static void at_end(void) {}

static void* leave(void* unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(at_end);
  pthread_create(&thread, NULL, leave, NULL);
  return 0;
}

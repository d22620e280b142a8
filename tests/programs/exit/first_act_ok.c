// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of first_act_exit: the status is the same either way.
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
#include <unistd.h>

static void at_end(void) { _exit(0); }

static void* leave(void* unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  atexit(at_end);
  pthread_join(thread, NULL);
  return 0;
}

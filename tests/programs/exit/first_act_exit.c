// SPDX-License-Identifier: Apache-2.0
//
// The first thing that a thread does is to call exit, which runs the handler that main registers
// after it has created the thread, or does not.
//
// RUN: heddle run %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all %t
// EXPECT: exit
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: exit
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: exit
// RUN: heddle run --reduction cache %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reset fork %t
// EXPECT: exit preemptions=0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void at_end(void) { _exit(3); }

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

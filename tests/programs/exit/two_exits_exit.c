// SPDX-License-Identifier: Apache-2.0
//
// Main has returned, and has run the exit handlers, when a thread calls exit as well: the process
// ends with the status of whichever is first.
//
// RUN: heddle run %t
// EXPECT: exit preemptions=1
// RUN: heddle run --preemptions all %t
// EXPECT: exit
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: exit
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: exit
// RUN: heddle run --reduction cache %t
// EXPECT: exit preemptions=1
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=1
// RUN: heddle run --reset fork %t
// EXPECT: exit preemptions=1
#include <pthread.h>
#include <stdlib.h>

static void at_end(void) {}

static void* leave(void* unused) {
  exit(3);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(at_end);
  pthread_create(&thread, NULL, leave, NULL);
  return 0;
}

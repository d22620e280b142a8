// SPDX-License-Identifier: Apache-2.0
//
// When exit has run all handlers, and before the process has ended, libc takes no more of them: who
// takes that for an error is wrong.
//
// RUN: heddle run %t
// EXPECT: exit preemptions=1
// RUN: heddle run --preemptions all %t
// EXPECT: exit preemptions=1
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
#include <unistd.h>

static void at_end(void) {}

static void* register_handler(void* unused) {
  if (atexit(at_end) != 0) {
    _exit(3);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, register_handler, NULL);
  return 0;
}

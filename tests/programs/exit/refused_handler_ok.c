// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of refused_handler_exit: a handler that is refused is no error.
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

static void at_end(void) {}

static void* register_handler(void* unused) {
  if (atexit(at_end) != 0) {
    _exit(0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, register_handler, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of late_handler_exit: whether the handler is run or not, the status is 0.
//
// BUILD: heddle
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
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int counter;

static void at_end(void) { _exit(0); }

static void* register_handler(void* unused) {
  atexit(at_end);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, register_handler, NULL);
  atomic_fetch_add(&counter, 1);
  return 0;
}

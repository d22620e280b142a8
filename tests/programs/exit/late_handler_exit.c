// SPDX-License-Identifier: Apache-2.0
//
// A thread registers an exit handler while main comes to its end.  The handler is run only if that
// is before main's last step, in which exit looks for handlers.
//
// BUILD: heddle
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
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int counter;

static void at_end(void) { _exit(3); }

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

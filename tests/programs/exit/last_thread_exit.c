// SPDX-License-Identifier: Apache-2.0
//
// When main has left by pthread_exit, the last thread to end ends the process, and runs its exit
// handlers.  So it matters in which order threads end.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: exit preemptions=0
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction cache %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t threads[2];

static void at_end(void) {
  if (pthread_equal(pthread_self(), threads[0])) {
    _exit(3);
  }
}

static void* nothing(void* unused) { return unused; }

int main(void) {
  atexit(at_end);
  for (int i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, nothing, NULL);
  }
  pthread_exit(NULL);
}

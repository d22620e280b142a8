// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of last_thread_exit: whoever is the last, the status is 0.
//
// RUN: heddle run --preemptions 0 %t
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
#include <stdlib.h>
#include <unistd.h>

static pthread_t threads[2];

static void at_end(void) {
  if (pthread_equal(pthread_self(), threads[0])) {
    _exit(0);
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

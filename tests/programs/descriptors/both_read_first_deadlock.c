// SPDX-License-Identifier: Apache-2.0
//
// Each of two threads waits for what the other one writes only then.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2][2];

static void exchange(int reads, int writes) {
  char byte = 0;
  if (read(ends[reads][0], &byte, 1) == 1 && write(ends[writes][1], &byte, 1) != 1) {
    _exit(1);
  }
}

static void* other(void* unused) {
  exchange(0, 1);
  return unused;
}

int main(void) {
  if (pipe(ends[0]) != 0 || pipe(ends[1]) != 0) {
    return 2;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  exchange(1, 0);
  pthread_join(thread, NULL);
  return 0;
}

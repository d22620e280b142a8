// SPDX-License-Identifier: Apache-2.0
//
// Who writes to a full pipe waits until there is room.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --preemptions 1 %t
// EXPECT: clean
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { BYTES = 4096, TIMES = 3 };

static int ends[2];

static void* drain(void* unused) {
  static char got[BYTES];
  for (int i = 0; i < TIMES; i++) {
    assert(read(ends[0], got, BYTES) == BYTES);
  }
  return unused;
}

int main(void) {
  static const char block[BYTES];
  assert(pipe(ends) == 0 && fcntl(ends[1], F_SETPIPE_SZ, BYTES) == BYTES);
  pthread_t thread;
  pthread_create(&thread, NULL, drain, NULL);
  for (int i = 0; i < TIMES; i++) {
    assert(write(ends[1], block, BYTES) == BYTES);
  }
  pthread_join(thread, NULL);
  return 0;
}

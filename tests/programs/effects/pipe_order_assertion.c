// SPDX-License-Identifier: Apache-2.0
//
// Two threads write to one pipe, and main takes it that the first one was first.  A write is no
// step; but as the first thing that a new thread does outside itself it is announced, so that the
// other thread can come before it.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction sleep --preemptions all %t
// EXPECT: assertion
// RUN: heddle run --reduction inspect --preemptions all %t
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* send(void* letter) { return write(ends[1], letter, 1) == 1 ? NULL : letter; }

int main(void) {
  if (pipe(ends) != 0) {
    return 1;
  }
  pthread_t a;
  pthread_t b;
  pthread_create(&a, NULL, send, "a");
  pthread_create(&b, NULL, send, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  char first = 0;
  assert(read(ends[0], &first, 1) == 1);
  assert(first == 'a');
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A poll with a time-out takes the answer for granted, which may come too late.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void* answer(void* unused) {
  usleep(20000);
  assert(write(ends[1], "", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  struct pollfd one = {ends[0], POLLIN, 0};
  assert(poll(&one, 1, 10) == 1);
  pthread_join(thread, NULL);
  return 0;
}

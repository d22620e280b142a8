// SPDX-License-Identifier: Apache-2.0
//
// Two threads answer each other through pipes, which also orders their accesses to memory.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset fork %t
// EXPECT: clean
// RUN: heddle run --threads os --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int there[2];
static int back[2];
static int passed;

static void* answer(void* unused) {
  for (char byte = 0; read(there[0], &byte, 1) == 1;) {
    passed++;
    assert(write(back[1], &byte, 1) == 1);
  }
  close(back[1]);
  return unused;
}

int main(void) {
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  char got = 0;
  for (char i = 0; i < 3; i++) {
    passed++;
    assert(write(there[1], &i, 1) == 1);
    assert(read(back[0], &got, 1) == 1 && got == i);
  }
  close(there[1]);
  assert(read(back[0], &got, 1) == 0);
  pthread_join(thread, NULL);
  assert(passed == 6);
  return 0;
}

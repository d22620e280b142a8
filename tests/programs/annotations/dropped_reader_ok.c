// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of dropped_reader_assertion: the second writer says so before it sets the mode,
// so that a first writer that comes after it has seen the flag.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: clean
//
// BUILD: heddle
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static atomic_int mode;
static int seen;

static void* read_flag(void* argument) {
  heddle_assume(flag == 1);
  return argument;
}

static void* write_first(void* argument) {
  mode = 1;
  seen = flag;
  return argument;
}

static void* write_second(void* argument) {
  flag = 1;
  mode = 2;
  return argument;
}

int main(void) {
  void* (*const work[])(void*) = {read_flag, write_first, write_second};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, work[i], NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(mode != 1 || seen == 1);
  return 0;
}

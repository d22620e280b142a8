// SPDX-License-Identifier: Apache-2.0
//
// Two writers set the mode; the second one says so, and the first looks whether that was said.
// Executions in which the reader comes too early are of no interest.  Such an execution ends before
// the writers have done their work, and the schedules beyond it have to be found all the same: in
// one of them the first writer comes last and has not seen the flag.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --preemptions all %t
// EXPECT: assertion
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: assertion
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: assertion
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
  mode = 2;
  flag = 1;
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

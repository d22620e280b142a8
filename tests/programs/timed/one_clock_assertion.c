// SPDX-License-Identifier: Apache-2.0
//
// One thread looks at the clock before it reads a flag, the other after it has raised it.  That the
// second clock shows more is certain only if the flag was not raised yet when it was read.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int raised;
static int saw_raised;
static long before_load, after_store;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void* look(void* argument) {
  nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
  before_load = now();
  saw_raised = atomic_load(&raised);
  return argument;
}

static void* work(void* argument) {
  atomic_store(&raised, 1);
  after_store = now();
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, work, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(after_store >= before_load);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// An observer looks twice at a job, and asserts that it never sees it idle first and then at work:
// it was thought to be too short for that.
//
// The order must be look, begin, look, end.  After its first look the observer is enabled wherever
// it is left (the mutex is free, or its own), so going to the job is a preemption.  After `begin`
// the job is enabled wherever it is left, for the observer holds nothing: a second.  After the
// second look the assertion fails.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int at_work;

static int look(void) {
  pthread_mutex_lock(&mutex);
  const int seen = at_work;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* observe(void* argument) {
  const int first = look();
  const int second = look();
  assert(!(first == 0 && second == 1));
  return argument;
}

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  at_work = 1;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  at_work = 0;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t observer, worker;
  pthread_create(&observer, NULL, observe, NULL);
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(observer, NULL);
  pthread_join(worker, NULL);
  return 0;
}

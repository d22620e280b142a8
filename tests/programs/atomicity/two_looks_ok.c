// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of two_looks_assertion: the job is begun and ended in one critical section.
//
// RUN: heddle run %t
// EXPECT: clean
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

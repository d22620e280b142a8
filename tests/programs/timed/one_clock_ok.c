// SPDX-License-Identifier: Apache-2.0
//
// The monotonic clock is one for all threads.  Who comes later by what another has not seen yet
// reads no less than that one did: a store that a load came before, an unlock that a failed
// try-lock came before, the end of a thread that was still running when it was asked for.
//
// BUILD: heddle
// FLAGS: -D_GNU_SOURCE
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int raised;
static int saw_raised, got_mutex;
static long before_load, before_try, after_store, after_unlock, at_end;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void* look(void* argument) {
  nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
  before_load = now();
  saw_raised = atomic_load(&raised);
  nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
  before_try = now();
  got_mutex = pthread_mutex_trylock(&mutex) == 0;
  if (got_mutex) {
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  atomic_store(&raised, 1);
  after_store = now();
  pthread_mutex_unlock(&mutex);
  after_unlock = now();
  return argument;
}

static void* note_time(void* argument) {
  at_end = now();
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, work, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(saw_raised || after_store >= before_load);
  assert(got_mutex || after_unlock >= before_try);

  pthread_create(&threads[2], NULL, note_time, NULL);
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += 5;
  const long asked = now();
  if (pthread_timedjoin_np(threads[2], NULL, &soon) != 0) {
    pthread_join(threads[2], NULL);
    assert(now() >= asked + 5000000000L);
  }
  assert(now() >= at_end);
  return 0;
}

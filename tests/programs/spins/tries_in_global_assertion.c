// SPDX-License-Identifier: Apache-2.0
//
// A thread tries forty times to take a lock and was thought to get it by then.  It counts its tries
// in a global, so the loop is NOT a spin, however often it tries: leaving it is a preemption, and
// so is leaving the other thread when it has the lock, of which one is needed.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int tries;

static void hold(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void try_often(void) {
  while (pthread_mutex_trylock(&mutex) != 0) {
    tries++;
    assert(tries < 40);
  }
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  run_both(try_often, hold);
  return 0;
}

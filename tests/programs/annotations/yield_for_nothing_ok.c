// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of yield_for_nothing_livelock: the flag is raised in any case.  The loop has no
// bound of its own; a fair scheduler lets the other thread go on, so that the exploration is
// finite.
//
// RUN: heddle run %t
// EXPECT: clean
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag, somebody_polls;

static int look(void) {
  pthread_mutex_lock(&mutex);
  somebody_polls = 1;
  const int seen = flag;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* poll(void* argument) {
  while (!look()) {
    heddle_yield();
  }
  return argument;
}

static void* raise_flag(void* argument) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t poller, setter;
  pthread_create(&poller, NULL, poll, NULL);
  pthread_create(&setter, NULL, raise_flag, NULL);
  pthread_join(poller, NULL);
  pthread_join(setter, NULL);
  return somebody_polls ? 0 : 1;
}

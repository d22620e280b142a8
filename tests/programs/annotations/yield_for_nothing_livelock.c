// SPDX-License-Identifier: Apache-2.0
//
// A thread polls a flag and yields between the looks; the other raises it only if it sees somebody
// poll.  If that one goes first, which is free when main blocks in join, the flag is never raised.
//
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
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
  if (somebody_polls) {
    flag = 1;
  }
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of after_you_livelock: the second takes back its wish while the first has one.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int wants[2];

static void say(long me, int wish) {
  pthread_mutex_lock(&mutex);
  wants[me] = wish;
  pthread_mutex_unlock(&mutex);
}

static int other_wants(long me) {
  pthread_mutex_lock(&mutex);
  const int seen = wants[1 - me];
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* pass(void* argument) {
  const long me = (long)argument;
  say(me, 1);
  while (other_wants(me)) {
    if (me == 1) {
      say(me, 0);
    }
    sched_yield();
    if (me == 1) {
      say(me, 1);
    }
  }
  say(me, 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, pass, (void*)i);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Three threads in a ring wait for a token, yielding, and hand it on.  One that has no more work
// ends without handing it on, and whoever still has work waits for ever.  No preemption.
//
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
#include <pthread.h>
#include <sched.h>

enum { THREADS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long token;

static int has_token(long me) {
  pthread_mutex_lock(&mutex);
  const int mine = token == me;
  pthread_mutex_unlock(&mutex);
  return mine;
}

static void hand_on(long me) {
  pthread_mutex_lock(&mutex);
  token = (me + 1) % THREADS;
  pthread_mutex_unlock(&mutex);
}

// The first has one thing to do, the others have two.
static void* work(void* argument) {
  const long me = (long)argument;
  for (int left = me == 0 ? 1 : 2; left > 0; left--) {
    while (!has_token(me)) {
      sched_yield();
    }
    hand_on(me);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) {
    pthread_create(&threads[i], NULL, work, (void*)i);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

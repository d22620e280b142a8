// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of token_kept_livelock: everybody takes part until all is done.
//
// RUN: heddle run --preemptions 0 --fair-every 1 %t
// EXPECT: clean
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

// All have two things to do, and the token goes round twice.
static void* work(void* argument) {
  const long me = (long)argument;
  for (int left = 2; left > 0; left--) {
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of take_over_livelock: only a free place is claimed.
//
// RUN: heddle run --preemptions 1 --fair-every 2 %t
// EXPECT: clean
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long owner;

static void claim(long me) {
  pthread_mutex_lock(&mutex);
  if (owner == 0) {
    owner = me;
  }
  pthread_mutex_unlock(&mutex);
}

static int is_mine(long me) {
  pthread_mutex_lock(&mutex);
  const int mine = owner == me;
  if (mine) {
    owner = 0;
  }
  pthread_mutex_unlock(&mutex);
  return mine;
}

static void* take_and_leave(void* argument) {
  const long me = (long)argument;
  do {
    claim(me);
    sched_yield();
  } while (!is_mine(me));
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, take_and_leave, (void*)(i + 1));
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Two threads fight for one place: each writes its name there, gives the other a chance to object,
// and has the place if its name still stands.  A name is written over whether the place is taken or
// not, so each chance to object is used, for ever.  No preemption: the yields are enough.
//
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long owner;

static void claim(long me) {
  pthread_mutex_lock(&mutex);
  owner = me;
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

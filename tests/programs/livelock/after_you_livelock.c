// SPDX-License-Identifier: Apache-2.0
//
// Two polite threads: each says that it wants to go, and waits, yielding, as long as the other
// wants to as well.  Once both want to, neither ever goes.
//
// One preemption, of a thread that has said so and not yet looked, lets the other say so too.  From
// then on both yield for ever.  Without one the first goes before the second says anything.
//
// RUN: heddle run --preemptions 0 --steps 400 %t
// EXPECT: clean
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=1
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
    sched_yield();
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

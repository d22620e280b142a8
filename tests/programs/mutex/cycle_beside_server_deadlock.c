// SPDX-License-Identifier: Apache-2.0
//
// Two threads take the locks a and b in opposite order, while main serves requests for ever, in a
// loop that sleeps.  The two never go on once each has its first lock, whatever main does: a
// deadlock there and then, and no livelock after as many steps as there may be.
//
// It takes one preemption, between the two locks of either thread.
//
// RUN: heddle run --preemptions 1 --steps 500 %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ended;

static void end(void) {
  pthread_mutex_lock(&mutex);
  ended++;
  pthread_mutex_unlock(&mutex);
}

static void* there(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  end();
  return unused;
}

static void* back(void* unused) {
#ifdef IN_ORDER
  return there(unused);
#else
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  end();
  return unused;
#endif
}

static int are_done(void) {
  pthread_mutex_lock(&mutex);
  const int done = ended == 2;
  pthread_mutex_unlock(&mutex);
  return done;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, there, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  while (!are_done()) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of errorcheck_relock_assertion: EDEADLK is an answer, and means that the caller
// has the lock already; who did not take it does not release it.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int pool = 1;

static void refill(void) {
  const int answer = pthread_mutex_lock(&mutex);
  assert(answer == 0 || answer == EDEADLK);
  pool++;
  if (answer == 0) {
    pthread_mutex_unlock(&mutex);
  }
}

static void* draw(void* argument) {
  pthread_mutex_lock(&mutex);
  const int seen = pool;
  pthread_mutex_unlock(&mutex);
  if (seen > 0) {
    pthread_mutex_lock(&mutex);
    if (pool == 0) {
      refill();
    }
    pool--;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, draw, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

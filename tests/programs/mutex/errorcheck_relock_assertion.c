// SPDX-License-Identifier: Apache-2.0
//
// An error-checking mutex answers EDEADLK when its owner locks it again; the program takes every
// answer but 0 for impossible.  Only the refill of an empty pool locks twice, and the pool is empty
// only for a thread whose look at the pool came before the other's draw: look and draw are two
// critical sections.
//
// Without a preemption a thread looks and draws in one go: the first takes the last item, the
// second sees none and leaves.  With one, between the look and the draw of either, both have seen
// the item, and the later one finds the pool empty, refills it, and fails the assertion.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int pool = 1;

static void refill(void) {
  const int answer = pthread_mutex_lock(&mutex);
  assert(answer == 0);
  pool++;
  pthread_mutex_unlock(&mutex);
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

// SPDX-License-Identifier: Apache-2.0
//
// A counter is kept with a try-lock; who does not get the lock drops his count.  With no preemption
// each thread has the lock and gives it back in one go.  One preemption, while one holds the lock,
// makes the other's try-lock fail.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counted;

static void* count(void* argument) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    counted++;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, count, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(counted == 2);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Mutexes with names given before and after their first use; fails in one of two executions.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static void use(pthread_mutex_t* mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

int main(void) {
  pthread_mutex_t* mutex = calloc(5, sizeof *mutex);
  heddle_name(&mutex[0], "before");
  use(&mutex[0]);
  use(&mutex[1]);
  heddle_name(&mutex[1], "after");
  use(&mutex[2]);
  use(&table);

  pthread_mutex_init(&mutex[3], NULL);
  heddle_name(&mutex[3], "first life");
  use(&mutex[3]);
  pthread_mutex_destroy(&mutex[3]);
  heddle_name(&mutex[3], "second life");
  pthread_mutex_init(&mutex[3], NULL);
  use(&mutex[3]);
  pthread_mutex_destroy(&mutex[3]);
  pthread_mutex_init(&mutex[3], NULL);
  use(&mutex[3]);

  // The 63rd byte is the first of the two of an e with an accent.
  heddle_name(&mutex[4], "12345678901234567890123456789012345678901234567890123456789012\u00e9");
  use(&mutex[4]);
  assert(heddle_choose(2) == 0);
  return 0;
}

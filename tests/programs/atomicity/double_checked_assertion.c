// SPDX-License-Identifier: Apache-2.0
//
// Double-checked initialisation without the second check: who saw that nothing is initialised takes
// the lock and initialises, although another may have done so by then.
//
// One preemption, between the check and the initialisation, lets both do it.  Without one the
// second checks after the first has initialised.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_initialised, initialisations;

static int check(void) {
  pthread_mutex_lock(&mutex);
  const int seen = is_initialised;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* use(void* argument) {
  if (!check()) {
    pthread_mutex_lock(&mutex);
    initialisations++;
    is_initialised = 1;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, use, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(initialisations == 1);
  return 0;
}

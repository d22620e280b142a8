// SPDX-License-Identifier: Apache-2.0
//
// A program with many schedules, and one bug that shows in some of them.
//
//     endures ROUNDS MARK
//
// Three threads lock and unlock a mutex of their own so many times.  The first two also count
// together, each with a read and a write under a lock of its own; an update that is lost is the
// bug.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int rounds;
static int counter;

static void* work(void* argument) {
  const long own = (long)argument;
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&locks[own]);
    pthread_mutex_unlock(&locks[own]);
  }
  if (own < 2) {
    pthread_mutex_lock(&counting);
    const int before = counter;
    pthread_mutex_unlock(&counting);
    pthread_mutex_lock(&counting);
    counter = before + 1;
    pthread_mutex_unlock(&counting);
  }
  return NULL;
}

int main(int argc, char** argv) {
  rounds = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, work, (void*)i);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return counter == 2 ? 0 : 1;
}

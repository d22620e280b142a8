// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of recursive_deadlock: the initialiser does not ask whether it has run.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;

static void initialise(void);

static void ensure_initialised(void) { pthread_once(&once, initialise); }

static void initialise(void) { initialised++; }

static void* use(void* argument) {
  ensure_initialised();
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
  return initialised == 1 ? 0 : 1;
}

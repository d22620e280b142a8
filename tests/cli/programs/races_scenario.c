// SPDX-License-Identifier: Apache-2.0
// A scenario in which two threads add to a counter without a lock, and the one that was first, as
// it seems to itself, touches something else: that this is shared shows only later.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

static int hits;
static int first;

static void* visitor(void* argument) {
  ++hits;
  if (hits == 1) {
    ++first;
  }
  return argument;
}

static void body(void* argument) {
  (void)argument;
  hits = 0;
  first = 0;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, visitor, NULL);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
}

int main(void) {
  heddle_scenario(NULL, body, NULL, NULL);
  return 0;
}

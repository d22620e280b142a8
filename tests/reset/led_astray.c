// SPDX-License-Identifier: Apache-2.0
//
// Each order of turns writes to a page of its own, which is found late, and an execution that
// meets it written to ends in the middle of its schedule: no fault of the program's.
#include "reset.h"

enum { kTurns = 4, kOrders = 1 << (2 * kTurns), kPageBytes = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;  // a bit for each turn
static volatile char pages[kOrders * kPageBytes];

static void* take_turns(void* argument) {
  for (int i = 0; i < kTurns; i++) {
    pthread_mutex_lock(&lock);
    order = order << 1 | (int)(long)argument;
    pthread_mutex_unlock(&lock);
    for (int j = 0; j < kOrders; j++) {
      if (pages[j * kPageBytes + 1] != 0) {
        _exit(0);
      }
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, take_turns, (void*)i);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  pages[order * kPageBytes + 1]++;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Which page is written to depends on the schedule, so that many executions are the first to write
// to theirs, in the middle of a batch.
#include "portrait.h"

enum { kTurns = 4, kOrders = 1 << (2 * kTurns), kPageBytes = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;  // a bit for each turn
static volatile char pages[kOrders * kPageBytes];

static void* take_turns(void* argument) {
  for (int i = 0; i < kTurns; i++) {
    pthread_mutex_lock(&lock);
    order = order << 1 | (int)(long)argument;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(order == 0);
  for (int i = 0; i < kOrders; i++) {
    EXPECT(pages[i * kPageBytes + 1] == 0);
  }
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

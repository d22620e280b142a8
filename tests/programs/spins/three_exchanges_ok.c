// SPDX-License-Identifier: Apache-2.0
//
// Three threads take a lock twice each, by exchanges until it was free.  Who waits does not look
// again before the lock has changed, so there are few schedules.
//
// BUILD: heddle
// RUN: heddle run --executions 5000 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int count;

static void* add(void* unused) {
  for (int i = 0; i < 2; i++) {
    while (atomic_exchange(&taken, 1) != 0) {
    }
    count++;
    atomic_store(&taken, 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, add, NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(count == 6);
  return 0;
}

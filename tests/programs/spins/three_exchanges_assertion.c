// SPDX-License-Identifier: Apache-2.0
//
// The lock is given back by whoever came last, too: one who waited gives back what it does not
// have.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static atomic_int inside;

static void* add(void* unused) {
  int tries = 0;
  while (atomic_exchange(&taken, 1) != 0) {
    if (++tries == 3) {
      atomic_store(&taken, 0);  // it must have been forgotten
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&taken, 0);
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
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Spin locks, taken in opposite order.  One preemption, between the two locks of either thread;
// without one a thread takes and releases both in one go.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>

static pthread_spinlock_t a, b;

static void* forth(void* argument) {
  pthread_spin_lock(&a);
  pthread_spin_lock(&b);
  pthread_spin_unlock(&b);
  pthread_spin_unlock(&a);
  return argument;
}

static void* back(void* argument) {
  pthread_spin_lock(&b);
  pthread_spin_lock(&a);
  pthread_spin_unlock(&a);
  pthread_spin_unlock(&b);
  return argument;
}

int main(void) {
  pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
  pthread_t first, second;
  pthread_create(&first, NULL, forth, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}

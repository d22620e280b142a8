// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of opposite_order_deadlock: who does not get the second lock gives back the
// first, and takes them in the other order.
//
// RUN: heddle run %t
// EXPECT: clean
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
  if (pthread_spin_trylock(&a) != 0) {
    pthread_spin_unlock(&b);
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
  }
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

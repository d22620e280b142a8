// SPDX-License-Identifier: Apache-2.0
//
// One of two threads writes after it has released the spin lock.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void count(void) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
}

static void count_late(void) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  counter++;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  run_both(count, count_late);
  return counter == 2 ? 0 : 1;
}

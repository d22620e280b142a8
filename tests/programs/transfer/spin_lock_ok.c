// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of spin_lock_race.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
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
  counter++;
  pthread_spin_unlock(&lock);
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  run_both(count, count_late);
  return counter == 2 ? 0 : 1;
}

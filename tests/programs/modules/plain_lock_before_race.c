// SPDX-License-Identifier: Apache-2.0
//
// A thread uses the lock of a library that was not compiled for heddle, and then reads what another
// one writes, which uses the lock after that.  Both were in the library, but the reader had left it
// before the writer came: it cannot have ordered them.
//
// BUILD: heddle
// PLAIN_LIBRARY: parts/futex_lock.c
// RUN: heddle run --preemptions 0 %t
// EXPECT: race preemptions=0
#include "../run_threads.h"
#include "parts/futex_lock.h"

#include <pthread.h>

static FutexLock lock;
static int data, sum;
static pthread_barrier_t met;

static void read_late(void) {
  futex_lock(&lock);
  futex_unlock(&lock);
  pthread_barrier_wait(&met);
  sum = data;
}

static void write_and_lock(void) {
  pthread_barrier_wait(&met);
  data = 1;
  futex_lock(&lock);
  futex_unlock(&lock);
}

int main(void) {
  pthread_barrier_init(&met, NULL, 2);
  run_both(read_late, write_and_lock);
  pthread_barrier_destroy(&met);
  return sum <= 1 ? 0 : 1;
}

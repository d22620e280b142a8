// SPDX-License-Identifier: Apache-2.0
//
// The buffer is filled after it was posted.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <semaphore.h>

static sem_t full, empty;
static int buffer, sum;

static void produce(void) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    sem_post(&full);
    buffer = i;
  }
}

static void consume(void) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    sum += buffer;
    sem_post(&empty);
  }
}

int main(void) {
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  run_both(produce, consume);
  return 0;
}

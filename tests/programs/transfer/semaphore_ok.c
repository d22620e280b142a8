// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of semaphore_race: a buffer goes to and fro by two semaphores, and is never
// shared.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <semaphore.h>

static sem_t full, empty;
static int buffer, sum;

static void produce(void) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    buffer = i;
    sem_post(&full);
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
  return sum == 3 ? 0 : 1;
}

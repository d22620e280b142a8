// SPDX-License-Identifier: Apache-2.0
//
// The same as tries_in_global_assertion, with a semaphore and with the count in a variable on the
// stack.
//
// BUILD: heddle
// FLAGS: -O0
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <semaphore.h>

static sem_t one;

static void hold(void) {
  sem_wait(&one);
  sem_post(&one);
}

static void try_often(void) {
  int tries = 0;
  while (sem_trywait(&one) != 0) {
    tries++;
    assert(tries < 40);
  }
  sem_post(&one);
}

int main(void) {
  sem_init(&one, 0, 1);
  run_both(try_often, hold);
  return 0;
}

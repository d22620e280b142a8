// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a flag, and in each round makes another key for data of its own.  It writes
// nothing that the compiler knows of, but the keys have other numbers: it gives up after some
// rounds, and nobody has to be preempted for that.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: assertion preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static pthread_key_t first;
static pthread_key_t key;
static int gave_up;

static void wait_for_flag(void) {
  while (!gave_up && !atomic_load(&flag)) {
    if (pthread_key_create(&key, NULL) != 0 || key == first + 5) {
      gave_up = 1;
    }
  }
}

static void raise_flag(void) { atomic_store(&flag, 1); }

int main(void) {
  if (pthread_key_create(&first, NULL) != 0) {
    return 1;
  }
  run_both(wait_for_flag, raise_flag);
  assert(!gave_up);
  return 0;
}

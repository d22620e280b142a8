// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of keys_run_out_assertion: the thread makes its key once.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static pthread_key_t key;

static void wait_for_flag(void) {
  pthread_key_create(&key, NULL);
  while (!atomic_load(&flag)) {
  }
}

static void raise_flag(void) { atomic_store(&flag, 1); }

int main(void) {
  run_both(wait_for_flag, raise_flag);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of release_sequence_race: a read-modify-write, even a relaxed one, continues
// the release sequence.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int stage;
static int value;

static void publish(void) {
  value = 42;
  atomic_store_explicit(&stage, 1, memory_order_release);
}

static void pass_on(void) {
  int published = 1;
  atomic_compare_exchange_strong_explicit(&stage, &published, 2, memory_order_relaxed,
                                          memory_order_relaxed);
}

static void use(void) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) {
    assert(value == 42);
  }
}

int main(void) {
  run_three(publish, pass_on, use);
  return 0;
}

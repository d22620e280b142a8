// SPDX-License-Identifier: Apache-2.0
// A spin lock that looks whether it is free, and then takes it: two can have it.
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int taken;
static atomic_int inside;

static void* enter(void* argument) {
  while (atomic_load(&taken) != 0) {
  }
  atomic_store(&taken, 1);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&taken, 0);
  return argument;
}

int main(int argc, char** argv) {
  run_threads(number_of_threads(argc, argv, 7), enter);
  return 0;
}

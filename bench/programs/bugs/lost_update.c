// SPDX-License-Identifier: Apache-2.0
// Each thread adds one to a counter by a load and a store.  One preemption loses an update.
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add_one(void* argument) {
  const int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return argument;
}

int main(int argc, char** argv) {
  const int threads = number_of_threads(argc, argv, 7);
  run_threads(threads, add_one);
  assert(atomic_load(&counter) == threads);
  return 0;
}

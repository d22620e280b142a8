// SPDX-License-Identifier: Apache-2.0
// All threads but one set two flags, one after the other; the last one sees them half set if it
// comes between.  One preemption, among as many orders as the threads have.
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>

static int threads;
static atomic_int first;
static atomic_int second;

static void* set_or_look(void* argument) {
  if ((long)argument + 1 < threads) {
    atomic_store(&first, 1);
    atomic_store(&second, 1);
  } else {
    const int one = atomic_load(&first);
    assert(one == atomic_load(&second));
  }
  return NULL;
}

int main(int argc, char** argv) {
  threads = number_of_threads(argc, argv, 10);
  run_threads(threads, set_or_look);
  return 0;
}

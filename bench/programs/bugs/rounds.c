// SPDX-License-Identifier: Apache-2.0
// Threads work in rounds that a barrier separates.  The first one to leave it clears the sum of the
// round before, which another may still want to look at: a second barrier is missing.
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>

enum { kRounds = 2 };

static int threads;
static pthread_barrier_t barrier;
static atomic_int sum;

static void* work(void* argument) {
  for (int round = 0; round < kRounds; ++round) {
    atomic_fetch_add(&sum, 1);
    pthread_barrier_wait(&barrier);
    if (argument == NULL) {
      assert(atomic_load(&sum) == threads);
      atomic_store(&sum, 0);
    }
  }
  return NULL;
}

int main(int argc, char** argv) {
  threads = number_of_threads(argc, argv, 4);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  run_threads(threads, work);
  pthread_barrier_destroy(&barrier);
  return 0;
}

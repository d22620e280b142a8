// SPDX-License-Identifier: Apache-2.0
// Dining philosophers who all take the left fork first.
#include "threads.h"

static int threads;
static pthread_mutex_t forks[kMostThreads];

static void* dine(void* argument) {
  const long left = (long)argument;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[(left + 1) % threads]);
  pthread_mutex_unlock(&forks[(left + 1) % threads]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(int argc, char** argv) {
  threads = number_of_threads(argc, argv, 3);
  for (int i = 0; i < threads; ++i) {
    pthread_mutex_init(&forks[i], NULL);
  }
  run_threads(threads, dine);
  return 0;
}

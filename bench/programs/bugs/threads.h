// SPDX-License-Identifier: Apache-2.0
// What the buggy programs have in common: so many threads, which are created and joined.
#pragma once

#include <pthread.h>
#include <stdlib.h>

enum { kMostThreads = 32 };

static int number_of_threads(int argc, char** argv, int usual) {
  const int wanted = argc > 1 ? atoi(argv[1]) : usual;
  return wanted < kMostThreads ? wanted : kMostThreads;
}

// The argument of each is its number.
static void run_threads(int count, void* (*body)(void*)) {
  pthread_t threads[kMostThreads];
  for (long i = 0; i < count; ++i) {
    pthread_create(&threads[i], NULL, body, (void*)i);
  }
  for (int i = 0; i < count; ++i) {
    pthread_join(threads[i], NULL);
  }
}

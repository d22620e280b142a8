// SPDX-License-Identifier: Apache-2.0
//
// The frame of most programs that are about memory and not about threads: main starts some, and
// waits for all of them.  It is blocked in its first join when they run, so who goes first is free.
#pragma once

#include <pthread.h>

typedef void (*Body)(void);

static void* run_body(void* body) {
  (*(Body*)body)();
  return NULL;
}

static inline void run_threads(int count, Body* bodies) {
  pthread_t threads[8];
  for (int i = 0; i < count; i++) {
    pthread_create(&threads[i], NULL, run_body, &bodies[i]);
  }
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
  }
}

static inline void run_both(Body first, Body second) {
  Body bodies[] = {first, second};
  run_threads(2, bodies);
}

static inline void run_three(Body first, Body second, Body third) {
  Body bodies[] = {first, second, third};
  run_threads(3, bodies);
}

// SPDX-License-Identifier: Apache-2.0
//
// Two threads, a and b, take a lock a few times each; `trail` is in which order.  What a program
// does by it, it does in some schedules and not in others.
#pragma once

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t trail_lock = PTHREAD_MUTEX_INITIALIZER;
static char trail[64];
static int trail_length;
static int trail_times = 2;  // that each takes the lock

static void* leave_mark(void* name) {
  for (int i = 0; i < trail_times; ++i) {
    pthread_mutex_lock(&trail_lock);
    trail[trail_length++] = *(const char*)name;
    pthread_mutex_unlock(&trail_lock);
  }
  return NULL;
}

static inline void leave_trail(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, leave_mark, "a");
  pthread_create(&b, NULL, leave_mark, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

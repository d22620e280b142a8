// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a flag that is freed under it, and whose value does not change by that.
// Its exchanges make it known that it was there, so that the free is ordered after the last of
// them, and nobody waits for the thread.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: use_after_free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* flag;
static atomic_int waits;

static void* await(void* unused) {
  atomic_store(&waits, 1);
  while (atomic_exchange(flag, 0) == 0) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  flag = calloc(1, sizeof *flag);
  pthread_create(&thread, NULL, await, NULL);
  pthread_detach(thread);
  if (atomic_load(&waits) == 1 && atomic_load(flag) == 0) {
    free(flag);
    atomic_store(&waits, 2);
  }
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "workers.h"

#include "stack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int pushed;

static void* push(void* number) {
  stack_push(*(int*)number);
  atomic_fetch_add(&pushed, 1);
  return NULL;
}

int push_by_threads(void) {
  int numbers[] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    if (pthread_create(&threads[i], NULL, push, &numbers[i]) != 0) {
      return 0;
    }
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  return atomic_load(&pushed);
}

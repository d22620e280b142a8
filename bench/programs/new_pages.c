// SPDX-License-Identifier: Apache-2.0
// Executions of which one in 64 writes to a page that few others write to: two threads append to
// a list, and what main makes of their order says which page, if any.
#include <pthread.h>
#include <stdint.h>

enum { kAppends = 10, kPages = 4096, kPageBytes = 4096, kOneIn = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t order;  // a bit for each
static volatile char pages[(kPages + 1) * kPageBytes];

static void* append(void* argument) {
  for (int i = 0; i < kAppends; ++i) {
    pthread_mutex_lock(&lock);
    order = order << 1 | (uint32_t)(long)argument;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, append, (void*)i);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  const uint32_t mixed = order * 2654435769U >> 8;
  if (mixed % kOneIn == 0) {
    pages[(mixed / kOneIn % kPages + 1) * kPageBytes] = 1;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A message that is handed over by a flag that orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int message;
static atomic_int full;

static void* send(void* unused) {
  (void)unused;
  message = 42;
  atomic_store_explicit(&full, 1, memory_order_relaxed);
  return NULL;
}

static void* receive(void* result) {
  if (atomic_load_explicit(&full, memory_order_acquire)) {  // LINE: load
    *(int*)result = message;                                // LINE: read
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int result = 0;
  pthread_create(&threads[0], NULL, send, NULL);
  pthread_create(&threads[1], NULL, receive, &result);
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

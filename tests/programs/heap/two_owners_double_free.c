// SPDX-License-Identifier: Apache-2.0
//
// The last user of a buffer frees it.  Each says that it is done under a lock, and looks under
// another whether it was the last: then both may have been.
//
// One preemption, of the first user between the two.  Without one the first to come sees that
// it was not the last.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: double_free preemptions=1
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int users = 2;
static char* buffer;

static void* use(void* argument) {
  pthread_mutex_lock(&mutex);
  --users;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  const int last = users == 0;
  pthread_mutex_unlock(&mutex);
  if (last) {
    free(buffer);
  }
  return argument;
}

int main(void) {
  buffer = malloc(100);
  memset(buffer, 1, 100);
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}

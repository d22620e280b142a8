// SPDX-License-Identifier: Apache-2.0
//
// A shared array is grown.  Who has read where it is before the other grows it gives what is
// no longer there to realloc.
//
// One preemption, between reading and growing.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: double_free preemptions=1
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* array;
static size_t size = 16;

static void* grow(void* argument) {
  pthread_mutex_lock(&mutex);
  char* before = array;
  size += 100;
  const size_t wanted = size;
  pthread_mutex_unlock(&mutex);
  char* after = realloc(before, wanted);
  memset(after, 1, wanted);
  pthread_mutex_lock(&mutex);
  array = after;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  array = malloc(size);
  pthread_t first, second;
  pthread_create(&first, NULL, grow, NULL);
  pthread_create(&second, NULL, grow, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(array);
  return 0;
}

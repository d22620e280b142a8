// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of grown_twice_double_free: the array is read, grown and written under one
// lock.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* array;
static size_t size = 16;

static void* grow(void* argument) {
  pthread_mutex_lock(&mutex);
  size += 100;
  array = realloc(array, size);
  memset(array, 1, size);
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

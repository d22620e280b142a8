// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of two_owners_double_free: to be done and to look is one step.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int users = 2;
static char* buffer;

static void* use(void* argument) {
  pthread_mutex_lock(&mutex);
  const int last = --users == 0;
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

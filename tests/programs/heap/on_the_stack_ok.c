// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of on_the_stack_misuse: only a copy is freed.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int cached;

static char* name_of(char* own) {
  pthread_mutex_lock(&mutex);
  char* name = cached ? own : strdup(own);
  cached = 1;
  pthread_mutex_unlock(&mutex);
  return name;
}

static void* use(void* argument) {
  char own[32] = "somebody";
  char* name = name_of(own);
  const size_t length = strlen(name);
  if (name != own) {
    free(name);
  }
  return length == 8 ? argument : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}

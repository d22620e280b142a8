// SPDX-License-Identifier: Apache-2.0
//
// A name is either a copy or the caller's own, and is freed either way.  Who comes second
// finds the cache filled and gets the caller's own back.
//
// No preemption: one of the two always comes second.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: misuse preemptions=0
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
  free(name);
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

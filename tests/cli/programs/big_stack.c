// SPDX-License-Identifier: Apache-2.0
// A thread asks for more stack than usual, and uses it; another one does not.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { kRoom = 24 << 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* use_much(void* argument) {
  char room[kRoom];
  memset(room, 1, sizeof room);
  pthread_mutex_lock(&mutex);
  *(int*)argument += room[kRoom / 2];
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void* use_little(void* argument) {
  pthread_mutex_lock(&mutex);
  *(int*)argument += 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int sum = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kRoom + (1 << 20));
  pthread_t threads[2];
  pthread_create(&threads[0], &attributes, use_much, &sum);
  pthread_create(&threads[1], NULL, use_little, &sum);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_attr_destroy(&attributes);
  return sum == 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// Prints, and loses an update with one preemption: status 3 then.  With -DCHANGED it is another
// program with the same bug.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static int get(void) {
  pthread_mutex_lock(&mutex);
  const int value = hits;
  pthread_mutex_unlock(&mutex);
  return value;
}

static void set(int value) {
  pthread_mutex_lock(&mutex);
  hits = value;
  pthread_mutex_unlock(&mutex);
}

static void* hit(void* argument) {
#ifdef CHANGED
  get();
#endif
  set(get() + 1);
  return argument;
}

int main(void) {
  puts("printed by every execution");
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, hit, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  if (hits != 2) {
    printf("printed when an update is lost\n");
    return 3;
  }
  return 0;
}

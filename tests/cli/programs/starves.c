// SPDX-License-Identifier: Apache-2.0
// Readers read until the writer has written.  Two that overlap keep the lock from ever being free.
#include <pthread.h>
#include <sched.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* reader(void* argument) {
  for (int seen = 0; seen == 0;) {
    pthread_rwlock_rdlock(&lock);
    seen = value;
    sched_yield();
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}

static void* writer(void* argument) {
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A thread that holds a read lock asks for the write lock: it waits for the readers to leave, and
// is one of them.  Every schedule shows it.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void* look_up(void* argument) {
  pthread_rwlock_rdlock(&table);
  if (entries == 0) {
    pthread_rwlock_wrlock(&table);
    entries = 1;
    pthread_rwlock_unlock(&table);
  }
  pthread_rwlock_unlock(&table);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, look_up, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return entries == 1 ? 0 : 1;
}

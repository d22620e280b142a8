// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of upgrade_deadlock: the read lock is given back first, and the entry looked up
// again under the write lock.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void* look_up(void* argument) {
  pthread_rwlock_rdlock(&table);
  const int found = entries;
  pthread_rwlock_unlock(&table);
  if (!found) {
    pthread_rwlock_wrlock(&table);
    if (entries == 0) {
      entries = 1;
    }
    pthread_rwlock_unlock(&table);
  }
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

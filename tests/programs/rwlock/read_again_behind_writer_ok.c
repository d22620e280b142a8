// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of read_again_behind_writer_deadlock: the lock is of the usual kind, which lets
// readers past a writer that waits.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static int doubled(void) {
  pthread_rwlock_rdlock(&lock);
  const int result = 2 * value;
  pthread_rwlock_unlock(&lock);
  return result;
}

static void* reader(void* argument) {
  pthread_rwlock_rdlock(&lock);
  const int result = doubled() + value;
  pthread_rwlock_unlock(&lock);
  return result >= 0 ? argument : NULL;
}

static void* writer(void* argument) {
  pthread_rwlock_wrlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlock_init(&lock, &attributes);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, writer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}

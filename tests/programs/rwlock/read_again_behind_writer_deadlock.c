// SPDX-License-Identifier: Apache-2.0
//
// A reader calls a function that reads under the same lock, and the lock lets no reader past a
// writer that waits.  If the writer comes between the two, the reader waits for the writer, and the
// writer for the reader.
//
// The reader is enabled between its two locks, so one preemption is needed there.  The writer then
// arrives and waits, which leaves it free of charge.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
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
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, writer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}

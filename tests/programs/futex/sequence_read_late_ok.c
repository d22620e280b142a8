// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of sequence_read_late_deadlock: the number is read before the look.
//
// RUN: heddle run %t
// EXPECT: clean
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t statistics = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint sequence;
static int is_set, waits;

static int look(void) {
  pthread_mutex_lock(&mutex);
  const int seen = is_set;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void count_wait(void) {
  pthread_mutex_lock(&statistics);
  waits++;
  pthread_mutex_unlock(&statistics);
}

static void* await(void* argument) {
  for (;;) {
    const unsigned before = atomic_load(&sequence);
    if (look()) {
      return argument;
    }
    count_wait();
    syscall(SYS_futex, &sequence, FUTEX_WAIT_PRIVATE, before, NULL, NULL, 0);
  }
}

static void* set(void* argument) {
  pthread_mutex_lock(&mutex);
  is_set = 1;
  pthread_mutex_unlock(&mutex);
  atomic_fetch_add(&sequence, 1);
  syscall(SYS_futex, &sequence, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return argument;
}

int main(void) {
  pthread_t waiter, setter;
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&setter, NULL, set, NULL);
  pthread_join(waiter, NULL);
  pthread_join(setter, NULL);
  return 0;
}

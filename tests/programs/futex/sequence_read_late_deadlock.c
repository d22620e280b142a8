// SPDX-License-Identifier: Apache-2.0
//
// An event on a raw futex: the waiter should read the sequence number, look whether the event is
// set, and wait for the number to change.  It reads the number too late, after the look and an
// entry in the statistics.  If the event is set in between, the number it waits on is the new one,
// which changes no more.
//
// One preemption, between the look and the reading.  Without one the waiter parks before the event
// is set, and is woken, or looks after it was set.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
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
    if (look()) {
      return argument;
    }
    count_wait();
    const unsigned before = atomic_load(&sequence);
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

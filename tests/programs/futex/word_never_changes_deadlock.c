// SPDX-License-Identifier: Apache-2.0
//
// A waiter looks at a flag and then waits on a futex word that nobody ever changes, so that the
// kernel cannot tell that the flag was raised in between: a wake-up that comes before the wait is
// lost.
//
// The wait has two halves, going to sleep and being woken, and before the first the waiter is
// enabled.  One preemption, after the look and before the thread sleeps, lets the other raise the
// flag and wake nobody.  Without one the waiter sleeps before the flag is raised, or looks after
// that.
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
static atomic_uint word;
static int flag;

static int look(void) {
  pthread_mutex_lock(&mutex);
  const int seen = flag;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* await(void* argument) {
  while (!look()) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  }
  return argument;
}

static void* raise_flag(void* argument) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_mutex_unlock(&mutex);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return argument;
}

int main(void) {
  pthread_t waiter, setter;
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&setter, NULL, raise_flag, NULL);
  pthread_join(waiter, NULL);
  pthread_join(setter, NULL);
  return 0;
}

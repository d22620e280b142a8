// SPDX-License-Identifier: Apache-2.0
//
// The waiter looks at the flag, lets go of the mutex, and takes it again to wait, without another
// look.  If the flag is set and signalled in between, nobody wakes it.
//
// Without a preemption the waiter looks and waits in one go, or looks when the flag is set already.
// One preemption, between the look and the wait, is enough: the notifier runs to its end, and the
// waiter waits for good.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
static int flag;

static void* await(void* argument) {
  pthread_mutex_lock(&mutex);
  const int seen = flag;
  pthread_mutex_unlock(&mutex);
  if (!seen) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&raised, &mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void* raise_flag(void* argument) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_cond_signal(&raised);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t waiter, notifier;
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&notifier, NULL, raise_flag, NULL);
  pthread_join(waiter, NULL);
  pthread_join(notifier, NULL);
  return 0;
}

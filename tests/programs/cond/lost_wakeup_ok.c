// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of lost_wakeup_deadlock: the look and the wait are one critical section.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
static int flag;

static void* await(void* argument) {
  pthread_mutex_lock(&mutex);
  while (!flag) {
    pthread_cond_wait(&raised, &mutex);
  }
  pthread_mutex_unlock(&mutex);
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

// SPDX-License-Identifier: Apache-2.0
//
// A waiter polls the flag twice, yielding each time, then says that it parks, and parks.  It does
// not look at the flag once more when it says so: if the flag was raised after the last poll,
// nobody unparks it.  The last poll ends with a yield, so that leaving the waiter there is free.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t unpark;
static int flag, is_parked;

static int poll(void) {
  pthread_mutex_lock(&mutex);
  const int seen = flag;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* await(void* argument) {
  for (int i = 0; i < 2; i++) {
    if (poll()) {
      return argument;
    }
    sched_yield();
  }
  pthread_mutex_lock(&mutex);
  is_parked = 1;
  pthread_mutex_unlock(&mutex);
  sem_wait(&unpark);
  return argument;
}

static void* raise_flag(void* argument) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  const int somebody = is_parked;
  pthread_mutex_unlock(&mutex);
  if (somebody) {
    sem_post(&unpark);
  }
  return argument;
}

int main(void) {
  pthread_t waiter, setter;
  sem_init(&unpark, 0, 0);
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&setter, NULL, raise_flag, NULL);
  pthread_join(waiter, NULL);
  pthread_join(setter, NULL);
  return 0;
}

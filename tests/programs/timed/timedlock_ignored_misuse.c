// SPDX-License-Identifier: Apache-2.0
//
// A thread asks for a lock for some time, does not look at the answer, and unlocks it in any case.
// The owner sleeps while it holds the lock, and leaving a sleeping thread is no preemption; the
// other's time runs out, and it unlocks what it does not own.
//
// RUN: heddle run %t
// EXPECT: misuse preemptions=0
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* hold(void* argument) {
  pthread_mutex_lock(&mutex);
  usleep(1000);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* ask(void* argument) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  pthread_mutex_timedlock(&mutex, &deadline);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t owner, other;
  pthread_create(&owner, NULL, hold, NULL);
  pthread_create(&other, NULL, ask, NULL);
  pthread_join(owner, NULL);
  pthread_join(other, NULL);
  return 0;
}

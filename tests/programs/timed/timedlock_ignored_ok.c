// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of timedlock_ignored_misuse: only who got the lock unlocks it.
//
// RUN: heddle run %t
// EXPECT: clean
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
  if (pthread_mutex_timedlock(&mutex, &deadline) == 0) {
    pthread_mutex_unlock(&mutex);
  }
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

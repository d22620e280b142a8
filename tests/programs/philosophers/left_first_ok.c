// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of left_first_deadlock: the last philosopher takes the right fork first.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

enum { kSeats = 3 };

static pthread_mutex_t forks[kSeats] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                        PTHREAD_MUTEX_INITIALIZER};

static void* dine(void* argument) {
  const long seat = (long)argument;
  long first = seat;
  long second = (seat + 1) % kSeats;
  if (seat == kSeats - 1) {
    first = 0;
    second = seat;
  }
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t philosophers[kSeats];
  for (long i = 0; i < kSeats; i++) {
    pthread_create(&philosophers[i], NULL, dine, (void*)i);
  }
  for (int i = 0; i < kSeats; i++) {
    pthread_join(philosophers[i], NULL);
  }
  return 0;
}

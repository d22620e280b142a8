// SPDX-License-Identifier: Apache-2.0
//
// Three dining philosophers, each of whom takes the left fork first.  All three must hold one fork.
//
// Without a preemption a philosopher who has begun takes both forks, eats and leaves, as nobody
// else holds one.  With one preemption, after the left fork of philosopher 0: philosopher 2 takes
// fork 2 and blocks on fork 0, which makes the next switch free; philosopher 1 takes fork 1 and
// blocks on fork 2; philosopher 0 blocks on fork 1.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>

enum { kSeats = 3 };

static pthread_mutex_t forks[kSeats] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                        PTHREAD_MUTEX_INITIALIZER};

static void* dine(void* argument) {
  const long seat = (long)argument;
  long first = seat;
  long second = (seat + 1) % kSeats;
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

// SPDX-License-Identifier: Apache-2.0
//
// Two threads take the locks a and b in opposite order.  They deadlock when each holds its first
// lock.  Without a preemption the thread that main's join lets run takes both locks unopposed and
// ends, so the other finds them free.  One preemption, between the two locks of either thread, lets
// the other take its first lock; it then blocks, which costs nothing, and so does the first.
// It is a bug of depth 2, and takes one delay.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --strategy pct --bug-depth 2 --seed 1 %t
// EXPECT: deadlock
// RUN: heddle run --strategy delay --delays 1 %t
// EXPECT: deadlock
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static void* forth(void* argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  visits++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void* back(void* argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  visits++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, forth, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return visits == 2 ? 0 : 1;
}

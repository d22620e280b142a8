// SPDX-License-Identifier: Apache-2.0
//
// Two detached threads take two locks in opposite order; main, which waits for nobody, sleeps a
// while and ends.  The threads are then blocked for good, although the process ends.
//
// Leaving main where it sleeps is free.  One preemption, of a thread that holds its first lock,
// lets the other take its own; both block, and main goes on to the end.  Without one a thread takes
// and releases both locks in one go.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* forth(void* argument) {
  take(&a, &b);
  return argument;
}

static void* back(void* argument) {
  take(&b, &a);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, forth, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_detach(first);
  pthread_detach(second);
  usleep(1000);
  return 0;
}

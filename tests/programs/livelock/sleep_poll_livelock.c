// SPDX-License-Identifier: Apache-2.0
//
// Two workers set a bit each when they are done, and main polls for both with a short sleep.  A
// worker reads the bits under the lock and writes them back under the lock, but lets go of it in
// between: preempted there, it takes away the other's bit.  One preemption.
//
// RUN: heddle run --preemptions 0 --steps 400 %t
// EXPECT: clean
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=1
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long done;

static long get(void) {
  pthread_mutex_lock(&mutex);
  const long bits = done;
  pthread_mutex_unlock(&mutex);
  return bits;
}

static void* finish(void* bit) {
  const long bits = get() | (long)bit;
  pthread_mutex_lock(&mutex);
  done = bits;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, finish, (void*)(1L << i));
  }
  while (get() != 3) {
    const struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

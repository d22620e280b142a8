// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of sleep_poll_livelock: a bit is set in one go.
//
// RUN: heddle run --preemptions 1 --fair-every 2 %t
// EXPECT: clean
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
  pthread_mutex_lock(&mutex);
  done |= (long)bit;
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

// SPDX-License-Identifier: Apache-2.0
//
// A new thread inherits the floating-point environment of its creator, and then has its own.
//
// FLAGS: -O1 -frounding-math -lm
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset fork --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --threads os --preemptions 1 %t
// EXPECT: clean
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* change(void* unused) {
  assert(fegetround() == FE_UPWARD);
  fesetround(FE_TOWARDZERO);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(fegetround() == FE_TOWARDZERO);
  return unused;
}

int main(void) {
  assert(fegetround() == FE_TONEAREST);
  fesetround(FE_UPWARD);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, change, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(fegetround() == FE_UPWARD);
  return 0;
}

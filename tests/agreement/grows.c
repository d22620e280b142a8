// SPDX-License-Identifier: Apache-2.0
// More threads from one schedule to the next.
#include <heddle/heddle.h>
#include <pthread.h>

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t threads[300];
  const int count = 1 + (int)heddle_choose(9);
  for (int i = 0; i < 1 << (count - 1); ++i) {
    pthread_create(&threads[i], 0, work, 0);
    pthread_join(threads[i], 0);
  }
  return 0;
}

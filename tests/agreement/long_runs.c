// SPDX-License-Identifier: Apache-2.0
// Long executions: thousands of alternatives from each, and none that is free but the
// choice at the start.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void* work(void* unused) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(int argc, char** argv) {
  rounds = argc > 1 ? atoi(argv[1]) : 14000;
  heddle_choose(argc > 2 ? (unsigned)atoi(argv[2]) : 1000);
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// chooses VALUES THREADS KEPT: each thread chooses one of VALUES, which has to be less than KEPT.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned values, kept;

static void* choose(void* argument) {
  heddle_assume(heddle_choose(values) < kept);
  return argument;
}

int main(int argc, char** argv) {
  const int threads = argc > 3 ? atoi(argv[2]) : 0;
  values = argc > 3 ? (unsigned)atoi(argv[1]) : 0;
  kept = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
  pthread_t thread[4];
  for (int i = 0; i < threads; i++) {
    pthread_create(&thread[i], NULL, choose, NULL);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}

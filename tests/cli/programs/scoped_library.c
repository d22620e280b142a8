// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

int read_sum(void) {
  pthread_mutex_lock(&mutex);
  const int sum = value;
  pthread_mutex_unlock(&mutex);
  return sum;
}

void write_sum(int sum) {
  pthread_mutex_lock(&mutex);
  value = sum;
  pthread_mutex_unlock(&mutex);
}

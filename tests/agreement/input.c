// SPDX-License-Identifier: Apache-2.0
// As many operations as standard input has bytes.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  char c;
  pthread_mutex_lock(&m);
  while (read(0, &c, 1) == 1) {
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

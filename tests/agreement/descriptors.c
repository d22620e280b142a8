// SPDX-License-Identifier: Apache-2.0
// Many files, left open: the numbers are the same every time.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 700;
  const int first = open("/dev/null", O_RDONLY);
  for (int i = 1; i < count; ++i) {
    const int descriptor = open("/dev/null", O_RDONLY);
    assert(descriptor == first + i);
  }
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

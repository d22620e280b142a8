// SPDX-License-Identifier: Apache-2.0
// The heap shrinks below what it was at the start and grows again, by calls of libc
// that nobody sees, in some schedules.
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char trail[64];
static int used;
static char* block;
enum { kBytes = 1 << 20 };

__attribute__((constructor)) static void before_main(void) {
  void* volatile below = malloc(1 << 16);  // for whatever comes between here and main
  block = malloc(kBytes);
  memset(block, 'x', kBytes);
  free(below);
}

static void* work(void* name) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    trail[used++] = *(const char*)name;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, "a");
  pthread_create(&b, 0, work, "b");
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int i = 0; i < kBytes; ++i) {
    assert(block[i] == 'x');
  }
  if (strcmp(trail, "abab") == 0) {
    mallopt(M_TRIM_THRESHOLD, 0);
    free(block);
    block = malloc(kBytes);
    memset(block, 'y', kBytes);
  }
  return 0;
}

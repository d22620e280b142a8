// SPDX-License-Identifier: Apache-2.0
// Closes what it does not know, in some schedules, as daemons do.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char trail[64];
static int used;
__attribute__((aligned(4096))) static volatile char mark[4096];

__attribute__((constructor)) static void before_main(void) { mark[1] = 1; }

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
  assert(mark[0] == 0);
  if (strcmp(trail, "abab") == 0) {
    close_range(3, ~0U, 0);
    mark[0] = 1;
  }
  return 0;
}

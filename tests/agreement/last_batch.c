// SPDX-License-Identifier: Apache-2.0
// A schedule that comes first leaves a mark in a page that no other touches; a later
// one is wrong only where there is no mark.  Whoever carries the mark over sees no bug.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char trail[64];  // who took the lock
static int used;
__attribute__((aligned(4096))) static volatile char mark[4096];

__attribute__((constructor)) static void before_main(void) { mark[1] = 1; }

static void* work(void* name) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&m);
    trail[used++] = *(const char*)name;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(int argc, char** argv) {
  const char* marks = argc > 1 ? argv[1] : "";
  const char* fails = argc > 2 ? argv[2] : "";
  pthread_t a, b;
  pthread_create(&a, NULL, work, "a");
  pthread_create(&b, NULL, work, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (strcmp(trail, marks) == 0) {
    mark[0] = 1;
  }
  assert(strcmp(trail, fails) != 0 || mark[0] == 1);
  return 0;
}

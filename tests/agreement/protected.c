// SPDX-License-Identifier: Apache-2.0
// Memory that is read-only at the start, opened and closed again by one thread.  The
// program is right only if what is written there does not last.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int* page;
static char trail[64];
static int used;

__attribute__((constructor)) static void before_main(void) {
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *page = 0;
  mprotect((void*)page, 4096, PROT_READ);
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
  if (strcmp(trail, "abab") == 0) {
    assert(*page == 0);
    mprotect((void*)page, 4096, PROT_READ | PROT_WRITE);
    ++*page;
    mprotect((void*)page, 4096, PROT_READ);
  }
  return 0;
}

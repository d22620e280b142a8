// SPDX-License-Identifier: Apache-2.0
// Memory that is read-only at the start, opened and closed again by one thread.  The
// program is right only if what is written there does not last.
#include "trail.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

static volatile int* page;

__attribute__((constructor)) static void before_main(void) {
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *page = 0;
  mprotect((void*)page, 4096, PROT_READ);
}

int main(void) {
  leave_trail();
  if (strcmp(trail, "abab") == 0) {
    assert(*page == 0);
    mprotect((void*)page, 4096, PROT_READ | PROT_WRITE);
    ++*page;
    mprotect((void*)page, 4096, PROT_READ);
  }
  return 0;
}

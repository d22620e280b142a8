// SPDX-License-Identifier: Apache-2.0
// libc's own heap shrinks below what it was at the start and grows again, by calls that nobody
// sees, in some schedules.  (malloc is heddle's; a library may call libc's by another name.)
#include "trail.h"

#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

extern void* __libc_malloc(size_t bytes);
extern void __libc_free(void* address);

static char* block;
enum { kBytes = 1 << 20 };

__attribute__((constructor)) static void before_main(void) {
  void* volatile below = __libc_malloc(1 << 16);  // for whatever comes between here and main
  block = __libc_malloc(kBytes);
  memset(block, 'x', kBytes);
  __libc_free(below);
}

int main(void) {
  leave_trail();
  for (int i = 0; i < kBytes; ++i) {
    assert(block[i] == 'x');
  }
  if (strcmp(trail, "abab") == 0) {
    mallopt(M_TRIM_THRESHOLD, 0);
    __libc_free(block);
    block = __libc_malloc(kBytes);
    memset(block, 'y', kBytes);
  }
  return 0;
}

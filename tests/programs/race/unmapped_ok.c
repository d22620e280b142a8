// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of unmapped_race: the page is given back when all have used it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stddef.h>
#include <sys/mman.h>

static int* page;

static void use(void) { page[0] = 1; }

static void use_the_rest(void) { page[1] = 1; }

int main(void) {
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  run_both(use, use_the_rest);
  munmap(page, 4096);
  return 0;
}

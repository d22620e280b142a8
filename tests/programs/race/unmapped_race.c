// SPDX-License-Identifier: Apache-2.0
//
// Memory is given back to the system while another thread may be yet to use it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stddef.h>
#include <sys/mman.h>

static int* page;

static void use(void) { *page = 1; }

static void give_back(void) { munmap(page, 4096); }

int main(void) {
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  run_both(use, give_back);
  return 0;
}

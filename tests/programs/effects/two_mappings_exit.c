// SPDX-License-Identifier: Apache-2.0
//
// One page is mapped twice.  Each thread raises its flag by one address and looks for the other's
// by the other address: the same bytes, and so the same variables.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
#define _GNU_SOURCE
#include "../run_threads.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_int* here;
static atomic_int* there;
static int seen[2];

static void first(void) {
  atomic_store(&here[0], 1);
  seen[0] = atomic_load(&there[1]);
}

static void second(void) {
  atomic_store(&here[1], 1);
  seen[1] = atomic_load(&there[0]);
}

int main(void) {
  const int file = memfd_create("page", 0);
  if (ftruncate(file, 4096) != 0) {
    return 1;
  }
  here = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  there = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  run_both(first, second);
  return seen[0] + seen[1] == 2 ? 0 : 1;
}

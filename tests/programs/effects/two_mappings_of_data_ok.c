// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of two_mappings_of_data_exit: one waits for the other.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
#define _GNU_SOURCE
#include "../run_threads.h"

#include <sys/mman.h>
#include <unistd.h>

static int* here;
static int* there;
static int seen;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void writes(void) {
  pthread_mutex_lock(&locks[0]);
  here[0] = 1;
  pthread_mutex_unlock(&locks[0]);
}

static void reads(void) {
  pthread_mutex_lock(&locks[1]);
  seen = there[0];
  pthread_mutex_unlock(&locks[1]);
}

int main(void) {
  const int file = memfd_create("page", 0);
  if (ftruncate(file, 4096) != 0) {
    return 2;
  }
  here = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  there = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  run_both(writes, writes);
  reads();
  return seen == 1 ? 0 : 1;
}

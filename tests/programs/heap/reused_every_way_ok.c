// SPDX-License-Identifier: Apache-2.0
//
// Whatever allocates may get freed memory, with --reuse: aligned as was asked for, of zeros if
// these were asked for, and with what was in the old block if it was moved.
//
// BUILD: heddle
// RUN: heddle run --reuse --preemptions 1 %t
// EXPECT: clean
#define _GNU_SOURCE
#include "../run_threads.h"

#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { kBytes = 48, kAlignment = 64 };

static pthread_key_t key;

static void check_aligned(void* block) {
  assert(block != NULL && (uintptr_t)block % kAlignment == 0);
  memset(block, 1, kBytes);
  free(block);
}

static void allocate(void) {
  pthread_setspecific(key, malloc(kBytes));
  char* zeros = calloc(1, kBytes);
  for (int i = 0; i < kBytes; ++i) {
    assert(zeros[i] == 0);
  }
  memset(zeros, 7, kBytes);
  char* moved = realloc(zeros, 2 * kBytes);
  assert(moved[0] == 7 && moved[kBytes - 1] == 7);
  free(realloc(moved, kBytes));
  check_aligned(aligned_alloc(kAlignment, 2 * kAlignment));
  void* block = NULL;
  assert(posix_memalign(&block, kAlignment, kBytes) == 0);
  check_aligned(block);
  char* text = strdup("the same");
  assert(strcmp(text, "the same") == 0);
  free(text);
  free(NULL);
}

static void* before[4];

static void free_some(void) {
  for (int i = 0; i < 4; ++i) {
    memset(before[i], 9, kBytes);
    free(before[i]);
  }
}

int main(void) {
  pthread_key_create(&key, free);
  before[0] = malloc(kBytes);
  before[1] = malloc(2 * kBytes);
  before[2] = aligned_alloc(kAlignment, 2 * kAlignment);
  before[3] = aligned_alloc(kAlignment, kAlignment);
  run_both(allocate, free_some);
  return 0;
}

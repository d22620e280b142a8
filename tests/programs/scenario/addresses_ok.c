// SPDX-License-Identifier: Apache-2.0
//
// A scenario's body that frees what it allocates gets the same addresses the next time, also
// if nobody puts its memory back, and whatever is left from its setup or was kept the first
// time.  Blocks go from one thread to the other and back.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset loop %t
// EXPECT: clean
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { kBlocks = 40, kLarge = 3 << 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* passed_on;
static void* kept;
static void* left_over;
static int round_number;
static uintptr_t known[2][kBlocks];

// From the second time on all is as it was: the first time something is kept.
static void expect_as_before(int who, int which, const void* address) {
  if (round_number > 1) {
    assert(known[who][which] == (uintptr_t)address);
  }
  known[who][which] = (uintptr_t)address;
}

static void allocate(int who) {
  char* volatile blocks[kBlocks];
  for (int i = 0; i < kBlocks; ++i) {
    blocks[i] = i == 7 ? calloc(1, kLarge) : malloc((size_t)(i * 50));
    expect_as_before(who, i, blocks[i]);
    if (i == 7) {
      assert(blocks[i][0] == 0 && blocks[i][kLarge - 1] == 0);
      blocks[i][0] = blocks[i][kLarge - 1] = 1;
    } else {
      memset(blocks[i], who, (size_t)(i * 50));
    }
    if (i % 10 == 9) {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    }
    if (i % 3 == 2) {
      free(blocks[i - 1]);
      blocks[i - 1] = NULL;
    }
  }
  for (int i = 1; i < kBlocks; ++i) {
    free(blocks[i]);
  }
  pthread_mutex_lock(&mutex);
  char* from_other = passed_on;
  passed_on = blocks[0];
  pthread_mutex_unlock(&mutex);
  free(from_other);
}

static void* run(void* argument) {
  allocate(1);
  return argument;
}

static void setup(void* argument) {
  (void)argument;
  for (size_t i = 0; i < 10; ++i) {
    void* volatile block = malloc(i * 100);
    free(block);
  }
  left_over = malloc(100);
}

static void body(void* argument) {
  (void)argument;
  if (kept == NULL) {
    kept = malloc(1000);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  allocate(0);
  pthread_join(thread, NULL);
  free(passed_on);
  passed_on = NULL;
  ++round_number;
}

int main(void) {
  heddle_scenario(setup, body, NULL, NULL);
  free(left_over);
  return 0;
}

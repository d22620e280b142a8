// SPDX-License-Identifier: Apache-2.0
//
// Two threads, each with a thread of its own, allocate and free in all orders.  The addresses
// that each of the four gets are the same in every schedule, whoever was first, and whatever the
// others have done in between: they are differences that main checks against those of the
// schedule without preemptions.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { kBlocks = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t seen[4][kBlocks];

static void allocate(int who) {
  for (int i = 0; i < kBlocks; ++i) {
    void* volatile block = malloc(40);
    seen[who][i] = (uintptr_t)block;
    if (i == 0) {
      free(block);
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    }
  }
}

static void* grandchild(void* argument) {
  allocate(2 + (int)(intptr_t)argument);
  return NULL;
}

static void* child(void* argument) {
  pthread_t own;
  pthread_create(&own, NULL, grandchild, argument);
  allocate((int)(intptr_t)argument);
  pthread_join(own, NULL);
  return NULL;
}

// The addresses of each, where heddle's rule says they are: a thread's own region, by its
// creator and its number, and in it one block behind the other.
static void check(void) {
  const uintptr_t slot = (uintptr_t)1 << 26;
  // Of main the first thread is 2, the second 12; their first ones are 4 and 24.
  const uintptr_t identity[4] = {2, 12, 4, 24};
  for (int who = 0; who < 4; ++who) {
    const uintptr_t region = ((uintptr_t)0x6000 << 32) + identity[who] * slot;
    for (int i = 0; i < kBlocks; ++i) {
      assert(seen[who][i] >= region && seen[who][i] < region + slot);
      assert(i == 0 || seen[who][i] == seen[who][i - 1] + 64);
    }
    assert(seen[who][0] - region == seen[0][0] - (((uintptr_t)0x6000 << 32) + 2 * slot));
  }
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, child, (void*)i);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  check();
  return 0;
}

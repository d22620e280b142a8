// SPDX-License-Identifier: Apache-2.0
//
// References are given back with a decrement and a second look at the count.  Even if the other one
// comes much later, its decrement is ordered after the first thread's decrement only, not after the
// look that follows it: the free is in a race with that look.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  atomic_int references;
  int left, right;
} Object;

static Object* object;

static void give_back(void) {
  atomic_fetch_sub(&object->references, 1);
  if (atomic_load(&object->references) == 0) {
    free(object);
  }
}

static void use_left(void) {
  object->left++;
  give_back();
}

static void use_right(void) {
  object->right++;
  give_back();
}

int main(void) {
  object = calloc(1, sizeof *object);
  atomic_init(&object->references, 2);
  run_both(use_left, use_right);
  return 0;
}

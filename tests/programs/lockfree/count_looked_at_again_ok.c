// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of count_looked_at_again_race: the decrement itself says who was last.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  atomic_int references;
  int left, right;
} Object;

static Object* object;

static void give_back(void) {
  if (atomic_fetch_sub(&object->references, 1) == 1) {
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

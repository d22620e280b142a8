// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of replaced_object_assertion: what a thread may still look at is not freed.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reuse %t
// EXPECT: clean
// RUN: heddle run --reuse --reduction none %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) current;
static atomic_int replaced;
static int* old;

static void look_twice(void) {
  int* before = atomic_load(&current);
  const int changes_before = atomic_load(&replaced);
  const int changes = atomic_load(&replaced);
  if (before != NULL && atomic_load(&current) == before) {
    assert(changes == changes_before);
  }
}

static void replace(void) {
  old = atomic_exchange(&current, NULL);
  int* object = malloc(sizeof *object);
  atomic_fetch_add(&replaced, 1);
  atomic_store(&current, object);
}

int main(void) {
  atomic_init(&current, malloc(sizeof(int)));
  run_both(look_twice, replace);
  free(old);
  free(atomic_load(&current));
  return 0;
}

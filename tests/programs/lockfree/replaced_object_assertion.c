// SPDX-License-Identifier: Apache-2.0
//
// A thread takes it that an object is still the same if it is at the same address.  With a malloc
// that gives out freed memory it need not be: another thread has freed it and made a new one.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reuse %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --reuse --reduction none %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) current;
static atomic_int replaced;

static void look_twice(void) {
  int* before = atomic_load(&current);
  const int changes_before = atomic_load(&replaced);
  const int changes = atomic_load(&replaced);
  if (before != NULL && atomic_load(&current) == before) {
    assert(changes == changes_before);
  }
}

static void replace(void) {
  free(atomic_exchange(&current, NULL));
  int* object = malloc(sizeof *object);
  atomic_fetch_add(&replaced, 1);
  atomic_store(&current, object);
}

int main(void) {
  atomic_init(&current, malloc(sizeof(int)));
  run_both(look_twice, replace);
  free(atomic_load(&current));
  return 0;
}

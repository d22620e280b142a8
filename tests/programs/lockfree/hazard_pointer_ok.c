// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of hazard_pointer_use_after_free: publish, then look again.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) current, hazard;
static int seen;

static int* make_object(int value) {
  int* object = malloc(sizeof *object);
  *object = value;
  return object;
}

static void read_object(void) {
  int* object = atomic_load(&current);
  for (;;) {
    atomic_store(&hazard, object);
    int* again = atomic_load(&current);
    if (again == object) {
      break;
    }
    object = again;
  }
  seen = *object;
  atomic_store(&hazard, NULL);
}

static void replace_object(void) {
  int* old = atomic_exchange(&current, make_object(2));
  while (atomic_load(&hazard) == old) {
  }
  free(old);
}

int main(void) {
  atomic_init(&current, make_object(1));
  run_both(read_object, replace_object);
  free(atomic_load(&current));
  return seen == 1 || seen == 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// A reader publishes the pointer that it is going to use, but does not look whether it is still the
// current one.  Preempted before it publishes, it lets the writer replace the object, find no
// hazard and free it.  One preemption.  Without one, or elsewhere, the writer sees the hazard, or
// the reader has withdrawn it: the reader's use is ordered before the free then.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: use_after_free preemptions=1
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
  atomic_store(&hazard, object);
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

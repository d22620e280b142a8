// SPDX-License-Identifier: Apache-2.0
//
// A reader loads the shared pointer and then takes a reference.  Preempted between the two, it lets
// the owner drop the last one, and counts in an object that is gone.  One preemption; without one
// the reader has its reference, or finds nothing.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: use_after_free preemptions=1
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  atomic_int references;
  int value;
} Object;

static _Atomic(Object*) shared;
static int seen;

static Object* take(void) {
  Object* object = atomic_load(&shared);
  if (object != NULL) {
    atomic_fetch_add(&object->references, 1);
  }
  return object;
}

static void give_back(Object* object) {
  if (atomic_fetch_sub(&object->references, 1) == 1) {
    free(object);
  }
}

static void read_value(void) {
  Object* object = take();
  if (object != NULL) {
    seen = object->value;
    give_back(object);
  }
}

static void drop(void) {
  Object* object = atomic_exchange(&shared, NULL);
  give_back(object);
}

int main(void) {
  Object* object = malloc(sizeof *object);
  atomic_init(&object->references, 1);
  object->value = 7;
  atomic_init(&shared, object);
  run_both(read_value, drop);
  return seen == 0 || seen == 7 ? 0 : 1;
}

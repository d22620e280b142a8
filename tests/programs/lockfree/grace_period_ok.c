// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of grace_period_race: take the object away, then wait for those who may have
// seen it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) current;
static atomic_int readers;
static int seen;

static int* make_object(int value) {
  int* object = malloc(sizeof *object);
  *object = value;
  return object;
}

static void read_object(void) {
  atomic_fetch_add(&readers, 1);
  seen = *atomic_load(&current);
  atomic_fetch_sub(&readers, 1);
}

static void wait_for_readers(void) {
  while (atomic_load(&readers) != 0) {
  }
}

static void replace_object(void) {
  int* fresh = make_object(2);
  int* old = atomic_exchange(&current, fresh);
  wait_for_readers();
  free(old);
}

int main(void) {
  atomic_init(&current, make_object(1));
  run_both(read_object, replace_object);
  free(atomic_load(&current));
  return seen == 1 || seen == 2 ? 0 : 1;
}

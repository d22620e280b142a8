// SPDX-License-Identifier: Apache-2.0
//
// Read-copy-update in small: the writer waits until no reader is inside, and only then takes the
// object away.  Preempted between the two, it lets a reader in and out, whose read is not ordered
// before the free.  One preemption; without one a reader comes before the wait or after the
// exchange.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: race preemptions=1
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
  wait_for_readers();
  int* old = atomic_exchange(&current, fresh);
  free(old);
}

int main(void) {
  atomic_init(&current, make_object(1));
  run_both(read_object, replace_object);
  free(atomic_load(&current));
  return seen == 1 || seen == 2 ? 0 : 1;
}

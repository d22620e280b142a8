// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of flag_livelock.  The loop has no yield in it: that it only reads, and reads
// the same, makes one of it.  Otherwise the thread that spins first would never be left without a
// preemption.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdatomic.h>

static atomic_int flag, other;

static void raise_flag(void) { atomic_store(&flag, 1); }

static void await(void) {
  while (!atomic_load(&flag)) {
  }
  atomic_load(&other);
}

int main(void) {
  run_both(await, raise_flag);
  return 0;
}

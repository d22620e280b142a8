// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of builtin_widths_exit: read-modify-writes of the __atomic and __sync builtins.
//
// BUILD: heddle
// FLAGS: -O1 -mcx16 -latomic
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdint.h>

__extension__ typedef unsigned __int128 uint128_t;

static uint8_t one;
static uint16_t two;
static uint32_t four;
static uint64_t eight;
static uint128_t sixteen;

#define ADD(counter)

static void count(void) {
  __atomic_fetch_add(&one, 1, __ATOMIC_SEQ_CST);
  __sync_fetch_and_add(&two, 1);
  __sync_add_and_fetch(&four, 1);
  uint64_t seen = __atomic_load_n(&eight, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&eight, &seen, seen + 1, 0, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED)) {
  }
  uint128_t old = __sync_val_compare_and_swap(&sixteen, 0, 1);
  if (old != 0) {
    __sync_bool_compare_and_swap(&sixteen, 1, 2);
  }
}

int main(void) {
  run_both(count, count);
  return one == 2 && two == 2 && four == 2 && eight == 2 && sixteen == 2 ? 0 : 1;
}

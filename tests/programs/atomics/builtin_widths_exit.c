// SPDX-License-Identifier: Apache-2.0
//
// Counters of one to sixteen bytes, which a thread loads and stores.  Preempted between the two, it
// loses the other thread's step.  One preemption.
//
// BUILD: heddle
// FLAGS: -O1 -mcx16 -latomic
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: exit preemptions=1
#include "../run_threads.h"

#include <stdint.h>

__extension__ typedef unsigned __int128 uint128_t;

static uint8_t one;
static uint16_t two;
static uint32_t four;
static uint64_t eight;
static uint128_t sixteen;

#define ADD(counter) \
  __atomic_store_n(&counter, __atomic_load_n(&counter, __ATOMIC_SEQ_CST) + 1, __ATOMIC_SEQ_CST)

static void count(void) {
  __atomic_store_n(&one, (uint8_t)(__atomic_load_n(&one, __ATOMIC_SEQ_CST) + 1), __ATOMIC_SEQ_CST);
  __atomic_store_n(&two, (uint16_t)(__atomic_load_n(&two, __ATOMIC_SEQ_CST) + 1), __ATOMIC_SEQ_CST);
  ADD(four);
  ADD(eight);
  ADD(sixteen);
}

int main(void) {
  run_both(count, count);
  return one == 2 && two == 2 && four == 2 && eight == 2 && sixteen == 2 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Every read-modify-write that there is, in two threads, in orders that give the same result.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <stdint.h>

static uint32_t sum = 10, bits_or, bits_xor, bits_and = 0xff, bits_nand = 0xff;
static uint64_t last;

static void left(void) {
  __atomic_fetch_sub(&sum, 2, __ATOMIC_RELAXED);
  __atomic_or_fetch(&bits_or, 1, __ATOMIC_RELEASE);
  __atomic_fetch_xor(&bits_xor, 3, __ATOMIC_ACQUIRE);
  __atomic_and_fetch(&bits_and, 0x0f, __ATOMIC_ACQ_REL);
  __atomic_fetch_nand(&bits_nand, 0xffffffff, __ATOMIC_SEQ_CST);
  __atomic_exchange_n(&last, 1, __ATOMIC_SEQ_CST);
}

static void right(void) {
  __sync_sub_and_fetch(&sum, 3);
  __sync_fetch_and_or(&bits_or, 2);
  __sync_xor_and_fetch(&bits_xor, 6);
  __sync_fetch_and_and(&bits_and, 0x3c);
  __atomic_nand_fetch(&bits_nand, 0xffffffff, __ATOMIC_RELAXED);
  uint64_t before = 2;
  __atomic_exchange(&last, &before, &before, __ATOMIC_SEQ_CST);
  assert(before <= 1);
}

int main(void) {
  run_both(left, right);
  assert(sum == 5 && bits_or == 3 && bits_xor == 5 && bits_and == 0x0c);
  assert(bits_nand == 0xff && (last == 1 || last == 2));
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What atomic operations of 128 bits do in a program that runs by itself: cmpxchg16b, which
 * is also what libatomic comes down to, so that code that calls that one goes well with it.
 * The __sync functions give the instruction itself; the __atomic ones would call libatomic,
 * which a program need not be linked with.
 */
#include "hooks/native.h"

#include <stdbool.h>

__extension__ typedef unsigned __int128 Wide;

/* The plain first read may be torn: then the exchange fails, and gives the value that is there. */
#define UPDATE(operation, result)                                                        \
  NATIVE(Wide, __tsan_atomic128_##operation, volatile Wide* at, Wide value, int order) { \
    (void)order;                                                                         \
    Wide before = *at;                                                                   \
    for (;;) {                                                                           \
      const Wide found = __sync_val_compare_and_swap(at, before, (result));              \
      if (found == before) {                                                             \
        return before;                                                                   \
      }                                                                                  \
      before = found;                                                                    \
    }                                                                                    \
  }

UPDATE(exchange, value)
UPDATE(fetch_add, before + value)
UPDATE(fetch_sub, before - value)
UPDATE(fetch_and, before& value)
UPDATE(fetch_or, before | value)
UPDATE(fetch_xor, before ^ value)
UPDATE(fetch_nand, ~(before& value))

/* Writes back what it finds, so that the memory has to be writable. */
NATIVE(Wide, __tsan_atomic128_load, volatile Wide* at, int order) {
  (void)order;
  return __sync_val_compare_and_swap(at, 0, 0);
}

NATIVE(void, __tsan_atomic128_store, volatile Wide* at, Wide value, int order) {
  (void)heddle_native___tsan_atomic128_exchange(at, value, order);
}

NATIVE(Wide, __tsan_atomic128_compare_exchange_val, volatile Wide* at, Wide expected, Wide desired,
       int order, int failure_order) {
  (void)order, (void)failure_order;
  return __sync_val_compare_and_swap(at, expected, desired);
}

#define COMPARE_EXCHANGE(strength)                                                              \
  NATIVE(bool, __tsan_atomic128_compare_exchange_##strength, volatile Wide* at, Wide* expected, \
         Wide desired, int order, int failure_order) {                                          \
    (void)order, (void)failure_order;                                                           \
    const Wide wanted = *expected;                                                              \
    const Wide found = __sync_val_compare_and_swap(at, wanted, desired);                        \
    if (found != wanted) {                                                                      \
      *expected = found;                                                                        \
    }                                                                                           \
    return found == wanted;                                                                     \
  }

COMPARE_EXCHANGE(strong)
COMPARE_EXCHANGE(weak)

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What atomic operations of up to 64 bits do in a program that runs by itself.
 *
 * Compilers hand over the memory order as a number.  On x86-64 it matters for stores and
 * fences alone, and there only whether it is sequentially consistent: all else is that
 * strong anyway.
 */
#include "hooks/native.h"

#include <stdbool.h>
#include <stdint.h>

#define FETCH(type, name, operation)                                                 \
  NATIVE(type, name##_fetch_##operation, volatile type* at, type value, int order) { \
    (void)order;                                                                     \
    return __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST);                  \
  }

#define COMPARE_EXCHANGE(type, name, strength)                                         \
  NATIVE(bool, name##_compare_exchange_##strength, volatile type* at, type* expected,  \
         type desired, int order, int failure_order) {                                 \
    (void)order, (void)failure_order;                                                  \
    return __atomic_compare_exchange_n(at, expected, desired, false, __ATOMIC_SEQ_CST, \
                                       __ATOMIC_SEQ_CST);                              \
  }

#define ATOMIC(type, name)                                                                  \
  NATIVE(type, name##_load, const volatile type* at, int order) {                           \
    (void)order;                                                                            \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                           \
  }                                                                                         \
  NATIVE(void, name##_store, volatile type* at, type value, int order) {                    \
    if (order == __ATOMIC_SEQ_CST) {                                                        \
      __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                        \
    } else {                                                                                \
      __atomic_store_n(at, value, __ATOMIC_RELEASE);                                        \
    }                                                                                       \
  }                                                                                         \
  NATIVE(type, name##_exchange, volatile type* at, type value, int order) {                 \
    (void)order;                                                                            \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                \
  }                                                                                         \
  FETCH(type, name, add)                                                                    \
  FETCH(type, name, sub)                                                                    \
  FETCH(type, name, and)                                                                    \
  FETCH(type, name, or)                                                                     \
  FETCH(type, name, xor)                                                                    \
  FETCH(type, name, nand)                                                                   \
  COMPARE_EXCHANGE(type, name, strong)                                                      \
  COMPARE_EXCHANGE(type, name, weak)                                                        \
  NATIVE(type, name##_compare_exchange_val, volatile type* at, type expected, type desired, \
         int order, int failure_order) {                                                    \
    (void)order, (void)failure_order;                                                       \
    __atomic_compare_exchange_n(at, &expected, desired, false, __ATOMIC_SEQ_CST,            \
                                __ATOMIC_SEQ_CST);                                          \
    return expected;                                                                        \
  }

ATOMIC(uint8_t, __tsan_atomic8)
ATOMIC(uint16_t, __tsan_atomic16)
ATOMIC(uint32_t, __tsan_atomic32)
ATOMIC(uint64_t, __tsan_atomic64)

NATIVE(void, __tsan_atomic_thread_fence, int order) {
  if (order == __ATOMIC_SEQ_CST) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
}

/* The call itself keeps the compiler from moving accesses across. */
NATIVE(void, __tsan_atomic_signal_fence, int order) { (void)order; }

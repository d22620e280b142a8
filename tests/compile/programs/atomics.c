/* SPDX-License-Identifier: Apache-2.0 */
/* Every atomic operation on every width: the value it returns, and the one it leaves. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 Wide;

static int failures;

#define EXPECT(condition)                                          \
  do {                                                             \
    if (!(condition)) {                                            \
      printf("%s: line %d: %s\n", __func__, __LINE__, #condition); \
      ++failures;                                                  \
    }                                                              \
  } while (0)

/* High bits count too: the whole width is used. */
#define PATTERN(type) ((type)((type) ~(type)0 / 3))

#define CHECK_FETCH(type, order, operation, expected)                      \
  do {                                                                     \
    type before = PATTERN(type), value = (type)(PATTERN(type) >> 2 ^ 0xF); \
    type at = before;                                                      \
    EXPECT(__atomic_fetch_##operation(&at, value, order) == before);       \
    EXPECT(at == (type)(expected));                                        \
  } while (0)

#define CHECK_WITH(type, order, load_order, store_order)                                          \
  do {                                                                                            \
    type at = PATTERN(type), expected = 0;                                                        \
    EXPECT(__atomic_load_n(&at, load_order) == PATTERN(type));                                    \
    __atomic_store_n(&at, (type)~PATTERN(type), store_order);                                     \
    EXPECT(at == (type)~PATTERN(type));                                                           \
    EXPECT(__atomic_exchange_n(&at, 5, order) == (type)~PATTERN(type));                           \
    EXPECT(at == 5);                                                                              \
    EXPECT(!__atomic_compare_exchange_n(&at, &expected, 7, false, order, load_order));            \
    EXPECT(at == 5 && expected == 5);                                                             \
    EXPECT(__atomic_compare_exchange_n(&at, &expected, PATTERN(type), false, order, load_order)); \
    EXPECT(at == PATTERN(type) && expected == 5);                                                 \
    expected = PATTERN(type);                                                                     \
    while (!__atomic_compare_exchange_n(&at, &expected, 9, true, order, load_order)) {            \
    }                                                                                             \
    EXPECT(at == 9);                                                                              \
    CHECK_FETCH(type, order, add, before + value);                                                \
    CHECK_FETCH(type, order, sub, before - value);                                                \
    CHECK_FETCH(type, order, and, before& value);                                                 \
    CHECK_FETCH(type, order, or, before | value);                                                 \
    CHECK_FETCH(type, order, xor, before ^ value);                                                \
    CHECK_FETCH(type, order, nand, ~(before & value));                                            \
  } while (0)

#define CHECK(type)                                                         \
  static void check_##type(void) {                                          \
    CHECK_WITH(type, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    CHECK_WITH(type, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE); \
    CHECK_WITH(type, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }

typedef unsigned char Byte;
typedef unsigned short Short;
typedef unsigned int Int;
typedef unsigned long Long;
CHECK(Byte)
CHECK(Short)
CHECK(Int)
CHECK(Long)
CHECK(Wide)

static void check_memory(char* to, const char* from, size_t size) {
  memcpy(to, from, size);
  EXPECT(memcmp(to, "abcdef", 6) == 0);
  memmove(to + 1, to, size - 1);
  EXPECT(memcmp(to, "aabcde", 6) == 0);
  memmove(to, to + 1, size - 1);
  EXPECT(memcmp(to, "abcde", 5) == 0);
  memset(to, 'x', size);
  EXPECT(memcmp(to, "xxxxxx", 6) == 0);
}

int main(int count, char** words) {
  (void)words;
  check_Byte();
  check_Short();
  check_Int();
  check_Long();
  check_Wide();
  char room[7] = "";
  check_memory(room, "abcdef", (size_t)count + 5);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return failures != 0;
}

// SPDX-License-Identifier: Apache-2.0
// 130 functions that write and 130 that read, each at a place of its own, and each number its own
// variable: X(1000) … X(1129).
#pragma once

// clang-format off
#define TEN(X, t)                                        \
  X(1##t##0) X(1##t##1) X(1##t##2) X(1##t##3) X(1##t##4) \
  X(1##t##5) X(1##t##6) X(1##t##7) X(1##t##8) X(1##t##9)
#define ALL(X)                                                                 \
  TEN(X, 00) TEN(X, 01) TEN(X, 02) TEN(X, 03) TEN(X, 04) TEN(X, 05) TEN(X, 06) \
  TEN(X, 07) TEN(X, 08) TEN(X, 09) TEN(X, 10) TEN(X, 11) TEN(X, 12)
// clang-format on

static int many[130];

#define WRITE(n) \
  static void write_##n(void) { many[(n)-1000] = 1; }
#define READ(n) \
  static int read_##n(void) { return many[(n)-1000]; }
ALL(WRITE)
ALL(READ)

static void write_all(void) {
#define CALL(n) write_##n();
  ALL(CALL)
#undef CALL
}

static int sum_of_all(void) {
  int sum = 0;
#define CALL(n) sum += read_##n();
  ALL(CALL)
#undef CALL
  return sum;
}

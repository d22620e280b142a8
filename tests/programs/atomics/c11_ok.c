// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of c11_exit: `x += 1` and `x++` are read-modify-writes, of integers, and of
// floating numbers, too, by a loop with a compare-exchange.
//
// BUILD: heddle
// FLAGS: -O1 -latomic
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

static _Atomic int counter;
static _Atomic double amount;
static _Atomic _Bool touched;

static void count(void) {
  counter++;
  amount += 0.5;
  touched = 1;
}

int main(void) {
  run_both(count, count);
  return touched && counter == 2 && amount > 0.9 ? 0 : 1;
}

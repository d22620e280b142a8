// SPDX-License-Identifier: Apache-2.0
//
// Two bit-fields of one word are one memory location: writing one of them writes the other.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

static struct {
  unsigned left : 4;
  unsigned right : 4;
  char bytes[2];
  short halves[2];
  int words[2];
} shared;

static void write_left(void) {
  shared.left = 5;
  shared.bytes[0] = 1;
  shared.halves[0] = 2;
  shared.words[0] = 3;
}

static void write_right(void) {
  shared.right = 6;
  shared.bytes[1] = 1;
  shared.halves[1] = 2;
  shared.words[1] = 3;
}

int main(void) {
  run_both(write_left, write_right);
  return shared.left == 5 && shared.right == 6 ? 0 : 1;
}

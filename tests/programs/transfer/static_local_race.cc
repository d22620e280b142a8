// SPDX-License-Identifier: Apache-2.0
//
// A static local that is filled by whoever comes first, after its initialization.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

namespace {

struct Table {
  int numbers[4];
};

Table make_table() {
  Table table;
  for (int i = 0; i < 4; ++i) {
    table.numbers[i] = i;
  }
  return table;
}

int sums[2];

int sum_up() {
  static Table table;
  table = make_table();
  int sum = 0;
  for (const int number : table.numbers) {
    sum += number;
  }
  return sum;
}

void left() { sums[0] = sum_up(); }

void right() { sums[1] = sum_up(); }

}  // namespace

int main() {
  run_both(left, right);
  return sums[0] == 6 && sums[1] == 6 ? 0 : 1;
}

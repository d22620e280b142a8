// SPDX-License-Identifier: Apache-2.0
// The executable, which is also the test: the sum of what was pushed is known.
#include "stack.h"
#include "workers.h"

#include <cstdio>

int main() {
  const int pushed = push_by_threads();
  int sum = 0;
  for (int number = stack_pop(); number != 0; number = stack_pop()) {
    sum += number;
  }
  std::printf("%d numbers, sum %d\n", pushed, sum);
  return pushed == 2 && sum == 3 ? 0 : 1;
}

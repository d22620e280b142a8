// SPDX-License-Identifier: Apache-2.0
#include "stack.h"

#include <mutex>
#include <vector>

namespace {

std::mutex mutex;
std::vector<int> numbers;

}  // namespace

void stack_push(int number) {
  const std::lock_guard<std::mutex> guard(mutex);
  numbers.push_back(number);
}

int stack_pop() {
  const std::lock_guard<std::mutex> guard(mutex);
  if (numbers.empty()) {
    return 0;
  }
  const int number = numbers.back();
  numbers.pop_back();
  return number;
}

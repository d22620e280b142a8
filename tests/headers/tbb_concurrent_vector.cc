// SPDX-License-Identifier: Apache-2.0
//
// oneTBB's concurrent_vector: two threads push, and read what they have pushed.
//
// FLAGS: -O1 -ltbb
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <cassert>
#include <thread>

#include <oneapi/tbb/concurrent_vector.h>

namespace {

tbb::concurrent_vector<int> numbers;

void push(int number) {
  const auto place = numbers.push_back(number);
  assert(*place == number);
}

}  // namespace

int main() {
  std::thread other([] { push(1); });
  push(2);
  other.join();
  assert(numbers.size() == 2 && numbers[0] + numbers[1] == 3);
}

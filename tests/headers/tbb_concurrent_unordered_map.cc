// SPDX-License-Identifier: Apache-2.0
//
// oneTBB's concurrent_unordered_map: two threads insert the same key, and each a key of its own.
//
// FLAGS: -O1 -ltbb
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <cassert>
#include <thread>

#include <oneapi/tbb/concurrent_unordered_map.h>

namespace {

tbb::concurrent_unordered_map<int, int> squares;

void insert(int number) {
  squares.emplace(0, 0);
  squares.emplace(number, number * number);
  assert(squares.find(number)->second == number * number);
}

}  // namespace

int main() {
  std::thread other([] { insert(1); });
  insert(2);
  other.join();
  assert(squares.size() == 3);
}

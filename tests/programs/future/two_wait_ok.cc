// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of two_wait_deadlock: the first task has its result before it needs the
// second's.
//
// RUN: heddle run %t
// EXPECT: clean
#include <future>
#include <thread>

namespace {

std::promise<int> first_result;
std::promise<int> second_result;

int first() {
  first_result.set_value(1);
  return second_result.get_future().get();
}

int second() {
  const int other = first_result.get_future().get();
  second_result.set_value(2);
  return other;
}

}  // namespace

int main() {
  std::thread one(first);
  std::thread two(second);
  one.join();
  two.join();
}

// SPDX-License-Identifier: Apache-2.0
//
// Two tasks, each of which waits for the other's result: in every schedule both wait for good.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <future>
#include <thread>

namespace {

std::promise<int> first_result;
std::promise<int> second_result;

int first() {
  const int other = second_result.get_future().get();
  first_result.set_value(1);
  return other;
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

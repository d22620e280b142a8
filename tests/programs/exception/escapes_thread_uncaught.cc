// SPDX-License-Identifier: Apache-2.0
//
// Two threads look whether the stack has something, and pop.  The look and the pop are two critical
// sections, and pop throws when there is nothing: nobody catches it.
//
// One preemption, between the look and the pop of either, lets the other pop the only item.
// Without one the second looks after the first has popped.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: uncaught preemptions=1
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Stack {
 public:
  bool empty() {
    std::lock_guard lock(mutex_);
    return items_.empty();
  }

  int pop() {
    std::lock_guard lock(mutex_);
    if (items_.empty()) {
      throw std::out_of_range("pop from an empty stack");
    }
    const int item = items_.back();
    items_.pop_back();
    return item;
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_{1};
};

Stack stack;

void take() {
  if (!stack.empty()) {
    stack.pop();
  }
}

}  // namespace

int main() {
  std::thread first(take);
  std::thread second(take);
  first.join();
  second.join();
}

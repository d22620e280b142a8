// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of escapes_thread_uncaught: an empty stack is an answer.
//
// RUN: heddle run %t
// EXPECT: clean
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Stack {
 public:
  std::optional<int> pop() {
    std::lock_guard lock(mutex_);
    if (items_.empty()) {
      return std::nullopt;
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

void take() { (void)stack.pop(); }

}  // namespace

int main() {
  std::thread first(take);
  std::thread second(take);
  first.join();
  second.join();
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of async_under_lock_deadlock: main waits without the lock.
//
// RUN: heddle run %t
// EXPECT: clean
#include <future>
#include <mutex>

namespace {

std::mutex mutex;
int sum = 0;

int add() {
  std::lock_guard lock(mutex);
  return ++sum;
}

}  // namespace

int main() {
  std::future<int> result = std::async(std::launch::async, add);
  const int value = result.get();
  std::lock_guard lock(mutex);
  return value == 1 && sum == 1 ? 0 : 1;
}

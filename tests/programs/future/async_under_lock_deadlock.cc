// SPDX-License-Identifier: Apache-2.0
//
// Main holds a lock while it waits for a std::async whose task needs that lock: nobody goes on,
// whatever the schedule, unless the task gets the lock before main does.  Main goes on after the
// creation, so that no preemption is needed.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
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
  std::lock_guard lock(mutex);
  return result.get() == 1 && sum == 1 ? 0 : 1;
}

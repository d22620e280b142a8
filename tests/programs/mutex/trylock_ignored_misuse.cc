// SPDX-License-Identifier: Apache-2.0
//
// The result of try_lock is not looked at, and the mutex unlocked in any case.  One preemption,
// while one thread holds the lock, makes the other's try_lock fail: it then unlocks what it does
// not own.  Without one a thread locks and unlocks in one go.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: misuse preemptions=1
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;

void poll() {
  (void)mutex.try_lock();
  mutex.unlock();
}

}  // namespace

int main() {
  std::thread first(poll);
  std::thread second(poll);
  first.join();
  second.join();
}

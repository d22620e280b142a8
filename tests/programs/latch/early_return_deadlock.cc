// SPDX-License-Identifier: Apache-2.0
//
// Two workers count down a std::latch for two.  One that finds the other at work leaves early, and
// does not count.
//
// One preemption, while one of them is at work, lets the other find it there.  Without one the
// first is through when the second begins.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <latch>
#include <mutex>
#include <thread>

namespace {

std::latch finished(2);
std::mutex mutex;
bool at_work = false;

bool begin() {
  std::lock_guard lock(mutex);
  const bool alone = !at_work;
  at_work = true;
  return alone;
}

void end() {
  std::lock_guard lock(mutex);
  at_work = false;
}

void work() {
  if (!begin()) {
    return;
  }
  end();
  finished.count_down();
}

}  // namespace

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  finished.wait();
}

// SPDX-License-Identifier: Apache-2.0
//
// A std::condition_variable_any waits with one mutex, and its flag is guarded by another.  The
// waiter sees the flag unset; before it waits, the other sets it and notifies nobody.
//
// One preemption, of the waiter, between the look at the flag and the wait.  Without one the waiter
// looks and waits in one go, or looks after the flag was set.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex waiting;
std::mutex guard;
std::condition_variable_any opened;
bool open = false;

bool is_open() {
  std::lock_guard lock(guard);
  return open;
}

void visit() {
  std::unique_lock lock(waiting);
  while (!is_open()) {
    opened.wait(lock);
  }
}

void open_up() {
  {
    std::lock_guard lock(guard);
    open = true;
  }
  opened.notify_one();
}

}  // namespace

int main() {
  std::thread visitor(visit);
  std::thread porter(open_up);
  visitor.join();
  porter.join();
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of any_other_mutex_deadlock: the notifier holds the waiter's mutex as well.
//
// RUN: heddle run %t
// EXPECT: clean
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
  std::lock_guard no_one_begins_to_wait(waiting);
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

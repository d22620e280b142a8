// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of early_return_deadlock: who leaves early counts as well.
//
// RUN: heddle run %t
// EXPECT: clean
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
    finished.count_down();
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of counted_too_early_assertion: first the result, then the count.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cassert>
#include <latch>
#include <mutex>
#include <thread>

namespace {

std::latch finished(1);
std::mutex mutex;
int result = 0;

void store(int value) {
  std::lock_guard lock(mutex);
  result = value;
}

void work() {
  store(0);
  store(42);
  finished.count_down();
}

}  // namespace

int main() {
  std::thread worker(work);
  finished.wait();
  {
    std::lock_guard lock(mutex);
    assert(result == 42);
  }
  worker.join();
}

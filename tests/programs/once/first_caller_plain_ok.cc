// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of first_caller_plain_assertion: either caller may be the first.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: clean
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: clean
// RUN: heddle run --reduction cache %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;

int level(int wanted) {
  static const int chosen = wanted;
  return chosen;
}

}  // namespace

int main() {
  std::thread first([] { level(1); });
  std::thread second([] {
    const std::lock_guard<std::mutex> guard(mutex);
    level(2);
  });
  first.join();
  second.join();
  assert(level(0) == 1 || level(0) == 2);
}

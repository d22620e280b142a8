// SPDX-License-Identifier: Apache-2.0
//
// first_caller_assertion, compiled plainly: the compiler looks at the guard inline, and nobody sees
// it.  So each step is taken to look at it.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --preemptions all %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --preemptions all --reduction inspect %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --preemptions all --reduction sleep %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction cache %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: assertion preemptions=0
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
  assert(level(0) == 1);
}

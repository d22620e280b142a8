// SPDX-License-Identifier: Apache-2.0
//
// A static local is initialised from an argument, so the first caller decides.  Whoever comes
// second finds the guard done and makes no step for it, but the step that it is in depends on the
// one that finished: otherwise only one order would be run.
//
// BUILD: heddle
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of thrown_assertion.
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
#include <stdexcept>
#include <thread>

namespace {

std::once_flag flag;
std::mutex mutex;
int calls = 0;
int who = 0;

void call(int self) {
  try {
    std::call_once(flag, [self] {
      if (++calls == 1) {
        throw std::runtime_error("not yet");
      }
      who = self;
    });
  } catch (const std::runtime_error&) {
  }
}

}  // namespace

// Each calls twice: the first call of all throws, the next one counts, the others come late.
int main() {
  std::thread first([] {
    call(1);
    call(1);
  });
  std::thread second([] {
    const std::lock_guard<std::mutex> guard(mutex);
    call(2);
    call(2);
  });
  first.join();
  second.join();
  assert(who == 1 || who == 2);
}

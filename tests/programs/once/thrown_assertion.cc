// SPDX-License-Identifier: Apache-2.0
//
// A once flag whose routine throws the first time is not done then; who finds it done depends on
// who finished it.
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
  assert(who == 1);
}

// SPDX-License-Identifier: Apache-2.0
//
// Two parts are each made once, on demand, and each wants the other.
//
// RUN: heddle run --reset loop --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --reset loop %t
// EXPECT: deadlock preemptions=1
#include <mutex>
#include <thread>

#include <heddle/heddle.h>

namespace {

struct Parts {
  std::once_flag left;
  std::once_flag right;
  std::mutex mutex;
  int made = 0;

  void make() {
    const std::lock_guard lock(mutex);
    made++;
  }
  void need_left() {
    std::call_once(left, [this] {
      make();
      std::call_once(right, [this] { make(); });
    });
  }
  void need_right() {
    std::call_once(right, [this] {
      make();
      std::call_once(left, [this] { make(); });
    });
  }
};

// Flags that are done stay so: each call has its own.
void body(void* /*argument*/) {
  Parts parts;
  std::thread other([&parts] { parts.need_left(); });
  parts.need_right();
  other.join();
}

}  // namespace

int main() {
  heddle_scenario(nullptr, body, nullptr, nullptr);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of scenario_exit: a count is one critical section.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset loop %t
// EXPECT: clean
#include <cstdlib>
#include <mutex>
#include <thread>

#include <heddle/heddle.h>

namespace {

struct Counter {
  std::mutex mutex;
  int value = 0;

  int read() {
    const std::lock_guard lock(mutex);
    return value;
  }
  void write(int to) {
    const std::lock_guard lock(mutex);
    value = to;
  }
  void count() {
    const std::lock_guard lock(mutex);
    value++;
  }
};

void setup(void* argument) { static_cast<Counter*>(argument)->write(1); }

void body(void* argument) {
  auto* counter = static_cast<Counter*>(argument);
  const auto count = [counter] { counter->count(); };
  counter->write(10);
  std::thread other(count);
  count();
  other.join();
  if (counter->read() != 12) {
    std::exit(1);
  }
}

}  // namespace

int main() {
  Counter counter;
  heddle_name(&counter.mutex, "counter");
  heddle_scenario(setup, body, nullptr, &counter);
  return 0;
}

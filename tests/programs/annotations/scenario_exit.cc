// SPDX-License-Identifier: Apache-2.0
//
// A scenario's body has the bug: both threads read the counter before either has written it, after
// one preemption.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: exit preemptions=1
// RUN: heddle run --reset loop %t
// EXPECT: exit preemptions=1
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
};

void setup(void* argument) { static_cast<Counter*>(argument)->write(1); }

void body(void* argument) {
  auto* counter = static_cast<Counter*>(argument);
  const auto count = [counter] { counter->write(counter->read() + 1); };
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

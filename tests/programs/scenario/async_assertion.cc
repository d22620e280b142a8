// SPDX-License-Identifier: Apache-2.0
//
// Two tasks book the last seat: each looks and then books, in two critical sections.
//
// RUN: heddle run --reset loop --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --reset loop %t
// EXPECT: assertion preemptions=1
#include <cassert>
#include <future>
#include <mutex>

#include <heddle/heddle.h>

namespace {

struct Flight {
  std::mutex mutex;
  int seats = 1;

  bool book() {
    {
      const std::lock_guard lock(mutex);
      if (seats == 0) {
        return false;
      }
    }
    const std::lock_guard lock(mutex);
    seats--;
    return true;
  }
};

void body(void* /*argument*/) {
  Flight flight;
  auto first = std::async(std::launch::async, [&flight] { return flight.book(); });
  const bool second = flight.book();
  const bool both = first.get() && second;
  assert(!both);
}

}  // namespace

int main() {
  heddle_scenario(nullptr, body, nullptr, nullptr);
  return 0;
}

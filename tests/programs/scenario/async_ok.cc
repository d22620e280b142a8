// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of async_assertion: look and book in one.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset loop %t
// EXPECT: clean
#include <cassert>
#include <future>
#include <mutex>

#include <heddle/heddle.h>

namespace {

struct Flight {
  std::mutex mutex;
  int seats = 1;

  bool book() {
    const std::lock_guard lock(mutex);
    if (seats == 0) {
      return false;
    }
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

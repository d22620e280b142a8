// SPDX-License-Identifier: Apache-2.0
//
// A loop that waits by way of several functions, built without optimization: their frames have
// places to which nobody writes, and in which something of heddle's might be left.
//
// BUILD: heddle
// FLAGS: -O0
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include <atomic>
#include <functional>
#include <thread>

namespace {

std::atomic<int> flag{0};

}  // namespace

int main() {
  const std::function<bool()> is_up = [] { return flag.load() != 0; };
  std::thread other([] { flag = 1; });
  while (!is_up()) {
  }
  other.join();
}

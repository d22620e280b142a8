// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of binary_opposite_order_deadlock: both threads take the left one first.
//
// RUN: heddle run %t
// EXPECT: clean
#include <mutex>
#include <semaphore>
#include <thread>

namespace {

std::binary_semaphore left(1);
std::binary_semaphore right(1);
std::mutex journal;
int entries = 0;

void note() {
  std::lock_guard lock(journal);
  ++entries;
}

void take(std::binary_semaphore& first, std::binary_semaphore& second) {
  note();
  first.acquire();
  note();
  second.acquire();
  second.release();
  first.release();
}

}  // namespace

int main() {
  std::thread one([] { take(left, right); });
  std::thread two([] { take(left, right); });
  one.join();
  two.join();
}

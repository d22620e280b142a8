// SPDX-License-Identifier: Apache-2.0
//
// Two threads use std::binary_semaphore as locks, in opposite order.  Acquiring a free one is an
// atomic access and no visible operation; the entries in the journal (lock, unlock) are, and one
// stands before each acquisition.
//
// One preemption, after a thread has acquired its first, before the second: the other acquires its
// first, polls for the second (each poll yields, so that leaving it is free) and parks; then the
// first does.  Without one the first thread acquires and releases both in one go.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
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
  std::thread two([] { take(right, left); });
  one.join();
  two.join();
}

// SPDX-License-Identifier: Apache-2.0
//
// A worker counts down a std::latch and stores its result after that: main, which waits for the
// latch, may look too early.
//
// Main waits, whether it polls or is parked, until the worker has done its first critical section
// and counted.  Without a preemption the worker then goes on to its end before main runs.  One
// preemption, of the worker just before it locks the result, lets main look.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include <cassert>
#include <latch>
#include <mutex>
#include <thread>

namespace {

std::latch finished(1);
std::mutex mutex;
int result = 0;

void store(int value) {
  std::lock_guard lock(mutex);
  result = value;
}

void work() {
  store(0);
  finished.count_down();
  store(42);
}

}  // namespace

int main() {
  std::thread worker(work);
  finished.wait();
  {
    std::lock_guard lock(mutex);
    assert(result == 42);
  }
  worker.join();
}

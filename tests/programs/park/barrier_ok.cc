// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of barrier_deadlock: it drops out.  What was written before the barrier is
// ordered before what is read after it.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>
#include <barrier>
#include <cassert>

namespace {

std::barrier<> barrier(2);
std::atomic<bool> is_there{false};
int value = 0;

void stay() {
  is_there.store(true);
  barrier.arrive_and_wait();
  assert(value == 42);
}

void leave() {
  value = 42;
  if (is_there.load()) {
    barrier.arrive_and_wait();
  } else {
    barrier.arrive_and_drop();
  }
}

}  // namespace

int main() { run_both(stay, leave); }

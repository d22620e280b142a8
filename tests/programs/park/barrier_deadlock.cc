// SPDX-License-Identifier: Apache-2.0
//
// One of two threads leaves without arriving at the barrier, if the other is not there yet.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
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
  }
}

}  // namespace

int main() { run_both(stay, leave); }

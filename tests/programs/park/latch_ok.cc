// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of latch_deadlock: it counts down in any case, and what was written before is
// ordered before what comes after the wait.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>
#include <cassert>
#include <latch>

namespace {

std::latch done(1);
std::atomic<bool> is_there{false};
int result = 0;

void wait() {
  is_there.store(true);
  done.wait();
  assert(result == 42);
}

void count() {
  result = 42;
  done.count_down();
}

}  // namespace

int main() { run_both(wait, count); }

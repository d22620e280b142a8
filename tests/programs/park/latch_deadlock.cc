// SPDX-License-Identifier: Apache-2.0
//
// A thread counts down only if the other has already said that it is there.  Preempted before it
// says so, the other then waits for good.  No preemption is needed for that: it goes second.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
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
  if (is_there.load()) {
    done.count_down();
  }
}

}  // namespace

int main() { run_both(wait, count); }

// SPDX-License-Identifier: Apache-2.0
//
// A std::atomic_flag is notified first and set then.  Preempted between the two, the other thread
// lets the waiter look, poll and park: it is not told again.  One preemption.  Without one a waiter
// that is parked is woken, and finds the flag set, or it comes after that.  The parked state lies
// behind all the polls and yields of the library.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: deadlock preemptions=1
#include "../run_threads.h"

#include <atomic>

namespace {

std::atomic_flag flag;

void wait() { flag.wait(false); }

void set() {
  flag.notify_one();
  flag.test_and_set();
}

}  // namespace

int main() { run_both(wait, set); }

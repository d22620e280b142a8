// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of flag_notified_first_deadlock: set, then notify.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>

namespace {

std::atomic_flag flag;

void wait() { flag.wait(false); }

void set() {
  flag.test_and_set();
  flag.notify_one();
}

}  // namespace

int main() { run_both(wait, set); }

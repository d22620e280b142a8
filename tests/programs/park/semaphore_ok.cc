// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of semaphore_deadlock: say so, then look.  A release more than needed does no
// harm.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>
#include <semaphore>

namespace {

std::counting_semaphore<4> wake_up(0);
std::atomic<bool> done{false}, waits{false};

void wait() {
  waits.store(true);
  if (!done.load()) {
    wake_up.acquire();
  }
}

void finish() {
  done.store(true);
  if (waits.load()) {
    wake_up.release();
  }
}

}  // namespace

int main() { run_both(wait, finish); }

// SPDX-License-Identifier: Apache-2.0
//
// A waiter says that it waits only after it has looked, and the other one releases the semaphore
// only if somebody has said so.  Preempted between the two, the waiter polls and parks for good.
// One preemption.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: deadlock preemptions=1
#include "../run_threads.h"

#include <atomic>
#include <semaphore>

namespace {

std::counting_semaphore<4> wake_up(0);
std::atomic<bool> done{false}, waits{false};

void wait() {
  if (!done.load()) {
    waits.store(true);
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
